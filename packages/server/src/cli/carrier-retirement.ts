import { Command } from 'commander'
import { findCarrier, restoreCarrier, retireCarrier } from '../texting/index.ts'
import { retiredText } from './carrier-words.ts'
import { type Operated, operatorName, operatorOption } from './operator.ts'
import { type Formatted, formatOption, print } from './output.ts'
import { withDatabase } from './with-database.ts'

export const retireCommand = (): Command =>
  new Command('retire')
    .summary('take a carrier out of use')
    .description(
      'Takes a carrier out of use: workers leave it, and its metrics end. It stays on record. Refused while it is the default, while numbers go by it and while texts are being handed to it.',
    )
    .argument('<name>', 'as parley carrier list shows it')
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
    .summary('use a retired carrier again')
    .description('Takes a retired carrier into use again, with the settings and credentials it had.')
    .argument('<name>', 'as parley carrier list shows it')
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((name: string, options: Formatted & Operated) =>
      withDatabase(async ({ database }) => {
        await restoreCarrier(database, { operator: operatorName(options) }, name)
        const text = `The carrier ${name} is in use. Give it numbers: parley carrier route ${name} <number>…`
        print(options, { name, isRetired: false }, text)
      }),
    )
