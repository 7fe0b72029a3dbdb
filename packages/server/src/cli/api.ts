import { Command } from 'commander'
import { type ProcessContext, runProcess } from './run-process.ts'

export const apiCommand = (context: ProcessContext): Command =>
  new Command('api')
    .summary('answer HTTP: partner API, sign-in, the operator’s addresses')
    .description(
      'Answers HTTP until it is told to stop by SIGTERM or SIGINT, and then finishes the requests under way.\nNeeds DATABASE_URL and PARLEY_SECRET_KEY. Listens on HOST and PORT.',
    )
    .action(async () => {
      // Half a second that the help does not need.
      const { apiSettings, createApp } = await import('../app.ts')
      await runProcess(
        {
          name: 'api',
          settings: ['host', 'port', ...apiSettings],
          start: async parts => {
            const app = await createApp(parts)
            await app.listen({ host: parts.config.host, port: parts.config.port })
            return { stop: () => app.close() }
          },
        },
        context,
      )
    })
