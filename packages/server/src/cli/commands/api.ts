import { Command } from 'commander'
import { type ProcessContext, runProcess } from '../run-process.ts'

export const apiCommand = (context: ProcessContext): Command =>
  new Command('api')
    .summary('serve HTTP: partner API, advisor app, sign-in, health')
    .description(
      'Serves HTTP until SIGTERM or SIGINT, then finishes the requests in flight.\nNeeds DATABASE_URL and PARLEY_SECRET_KEY. Listens on HOST and PORT, and on METRICS_PORT for metrics.',
    )
    .action(async () => {
      // Loading this takes half a second, which --help should not cost.
      const { apiSettings, createApp, createOperatorServer } = await import('../../app.ts')
      await runProcess(
        {
          name: 'api',
          settings: ['host', 'port', 'metricsPort', ...apiSettings],
          start: async parts => {
            const { host, port, metricsPort } = parts.config
            const app = await createApp(parts)
            const operator = createOperatorServer(parts)
            await operator.listen({
              host,
              port: metricsPort,
              listenTextResolver: address => `Metrics at ${address}/metrics`,
            })
            await app.listen({ host, port })
            return {
              stop: async () => {
                await app.close()
                await operator.close()
              },
            }
          },
        },
        context,
      )
    })
