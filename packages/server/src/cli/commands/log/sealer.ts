import { Command } from 'commander'
import { type ProcessContext, runProcess } from '../../run-process.ts'

export const sealerCommand = (context: ProcessContext): Command =>
  new Command('sealer')
    .summary('put all journal entries into one order')
    .description(
      'Runs until SIGTERM or SIGINT. Of several, one works at a time.\nNeeds SEALER_DATABASE_URL. Serves /healthz, /readyz and /metrics on HOST and SEALER_PORT.',
    )
    .action(async () => {
      // Loading this takes half a second, which --help should not cost.
      const { startSealer } = await import('../../../sealer.ts')
      await runProcess(
        {
          name: 'sealer',
          databaseSetting: 'sealerDatabaseUrl',
          settings: ['host', 'sealerPort'],
          start: async parts => {
            const { host, sealerPort } = parts.config
            const sealer = startSealer(parts)
            await sealer.server.listen({ host, port: sealerPort })
            return sealer
          },
        },
        context,
      )
    })
