import type { Command } from 'commander'
import { readConfig } from '../../../config.ts'
import { findApplication } from '../../../identity/index.ts'
import { createConsoleLink } from '../../../webhooks/index.ts'
import { type Operated, operatorOf, operatorOption } from '../../terminal/operator.ts'
import { type Formatted, formatOption, minute, print } from '../../terminal/output.ts'
import { withDatabase } from '../../terminal/with-database.ts'

/** Adds `parley app console`. */
export function addConsoleCommand(app: Command): void {
  app
    .command('console')
    .summary('print a link to the developers’ console')
    .description(
      'Prints a link that opens the developers’ console of an application: its webhook endpoints, their deliveries, and what can be done with them.\nThe link works once and for ten minutes; the console stays open for an hour. Give it only to developers of the application. Needs PUBLIC_ORIGIN.',
    )
    .argument('<client id>', 'from parley app list')
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((clientId: string, options: Formatted & Operated) =>
      withDatabase(async ({ database }) => {
        const { publicOrigin } = readConfig(['publicOrigin'])
        const { id: applicationId, name } = await findApplication(database, clientId)
        const actor = operatorOf(options)
        const { url, expiresAt } = await createConsoleLink(database, { applicationId, actor, publicOrigin })
        print(
          options,
          { clientId, url, expiresAt },
          `${url}\n\nOpens the console of ${name} once, until ${minute(expiresAt)}.`,
        )
      }),
    )
}
