import { Command } from 'commander'
import { type ProcessContext, runProcess } from '../../run-process.ts'

export const sealerCommand = (context: ProcessContext): Command =>
  new Command('sealer')
    .summary('seal all journal entries in one order')
    .description(
      'Runs until SIGTERM or SIGINT. Puts all journal entries into one log and signs it every second.\nNeeds SEALER_DATABASE_URL, LOG_ORIGIN, LOG_DIRECTORY and LOG_KEY_FILE. The first start creates the key.\nServes the log at /log/, and /healthz, /readyz and /metrics, on HOST and SEALER_PORT.',
    )
    .action(async () => {
      // Loading this takes half a second, which --help should not cost.
      const { sealerSettings, startSealer } = await import('../../../sealer.ts')
      await runProcess(
        {
          name: 'sealer',
          databaseSetting: 'sealerDatabaseUrl',
          settings: ['host', 'sealerPort', ...sealerSettings],
          start: async parts => {
            const { host, sealerPort } = parts.config
            const sealer = await startSealer(parts)
            await sealer.server.listen({ host, port: sealerPort })
            return sealer
          },
        },
        context,
      )
    })
