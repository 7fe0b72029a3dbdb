import { Command } from 'commander'
import { findCarrier, restoreCarrier, retireCarrier } from '../../../delivery/index.ts'
import { type Operated, operatorName, operatorOption } from '../../terminal/operator.ts'
import { type Formatted, formatOption, print } from '../../terminal/output.ts'
import { withDatabase } from '../../terminal/with-database.ts'
import { retiredText } from './carrier-format.ts'

export const retireCommand = (): Command =>
  new Command('retire')
    .summary('retire a carrier')
    .description(
      'Retires a carrier: workers disconnect, and its metrics end. It stays on record. The command is rejected while the carrier is the default, has numbers or has texts in flight.',
    )
    .argument('<name>', 'from parley carrier list')
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((name: string, options: Formatted & Operated) =>
      withDatabase(async ({ database, environment }) => {
        await retireCarrier(database, { environment, operator: operatorName(options) }, name)
        const { kind } = await findCarrier(database, name)
        print(options, { name, isRetired: true }, retiredText(name, kind))
      }),
    )

export const restoreCommand = (): Command =>
  new Command('restore')
    .summary('restore a retired carrier')
    .description('Restores a retired carrier with its settings and credentials.')
    .argument('<name>', 'from parley carrier list')
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((name: string, options: Formatted & Operated) =>
      withDatabase(async ({ database }) => {
        await restoreCarrier(database, { operator: operatorName(options) }, name)
        const text = `Restored carrier ${name}. To give it numbers: parley carrier route ${name} <number>…`
        print(options, { name, isRetired: false }, text)
      }),
    )
