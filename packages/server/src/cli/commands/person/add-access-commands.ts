import type { Command } from 'commander'
import { readConfig } from '../../../config.ts'
import {
  authorAbout,
  changePerson,
  endAllSessions,
  findPerson,
  invitePerson,
  issueBreakGlass,
  resetFactor,
  unlockPerson,
} from '../../../identity/index.ts'
import { type Operated, operatorOf, operatorOption } from '../../terminal/operator.ts'
import { type Formatted, fields, formatOption, minute, print, status } from '../../terminal/output.ts'
import { withDatabase } from '../../terminal/with-database.ts'
import { describePerson } from './describe-person.ts'
import { personArgument } from './person-argument.ts'

type ActOptions = Formatted & Operated

/** Who gets in: invitations, second factors, sessions, and whether the person is active. */
export function addAccessCommands(person: Command): void {
  addStateCommands(person)
  addSessionCommands(person)
  addResetCommand(person)
  addInviteCommand(person)
}

function addStateCommands(person: Command): void {
  person
    .command('deactivate')
    .summary('deactivate a person')
    .description(
      'Deactivates a person: all sessions end and the person cannot sign in. For an advisor, this is parley advisor disable.\nNo record is deleted. To undo this, use activate; sessions stay ended.',
    )
    .argument(...personArgument)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, options: ActOptions) => setActive(reference, false, options))

  person
    .command('break-glass')
    .summary('let a person sign in once by a link')
    .description(
      'Prints a link with which a person can sign in once within 15 minutes, although the firm’s sign-in is the only way and cannot be reached. Its issue and its use are on record.',
    )
    .argument(...personArgument)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, options: ActOptions) =>
      withDatabase(async ({ database, environment }) => {
        const { id: personId, email } = await findPerson(database, reference)
        const { publicOrigin } = readConfig(['publicOrigin'])
        const secret = await issueBreakGlass(database, { personId, environment }, operatorOf(options))
        const link = `${publicOrigin}/sign-in/once?link=${secret}`
        print(options, { email, link }, `${email} can sign in once within 15 minutes:\n\n${link}`)
      }),
    )

  person
    .command('activate')
    .summary('activate a person')
    .description('Activates a deactivated person.')
    .argument(...personArgument)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, options: ActOptions) => setActive(reference, true, options))
}

function addResetCommand(person: Command): void {
  person
    .command('reset-second-factor')
    .summary('take the second factor away from somebody who lost it')
    .description(
      'Removes authenticator app, recovery codes and passkeys of a person, and ends all sessions. The password stays. If the firm requires a second factor, the person sets one up at the next sign-in. Make sure that it is really that person who asks.',
    )
    .argument(...personArgument)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, options: ActOptions) =>
      withDatabase(async ({ database }) => {
        const found = await findPerson(database, reference)
        const reset = await resetFactor(database, found, operatorOf(options))
        const rows = fields([
          ['Authenticator app', reset.hadCodes ? 'removed' : 'was not set up'],
          ['Passkeys removed', reset.passkeys],
          ['Sessions ended', reset.sessions],
          ['Password', found.hasPassword ? 'unchanged' : 'not set: the person cannot sign in'],
        ])
        print(options, reset, `${found.email} has no second factor now.\n\n${rows}`)
      }),
    )
}

function addInviteCommand(person: Command): void {
  person
    .command('invite')
    .summary('send a link with which a person sets a password')
    .description(
      'Sends somebody without a password a link by e-mail, with which they set one. It works once, within 72 hours, and replaces former invitations. Without MAIL_URL the link is printed: hand it over yourself. Needs DATABASE_URL and PUBLIC_ORIGIN.',
    )
    .addHelpText('after', '\nExample:\n  parley person invite kim@harbor.example')
    .argument(...personArgument)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, options: ActOptions) =>
      withDatabase(async ({ database }) => {
        const { publicOrigin, mailUrl } = readConfig(['publicOrigin', 'mailUrl', 'mailFrom'])
        const found = await findPerson(database, reference)
        const invitation = { publicOrigin, sendsMail: mailUrl !== undefined }
        const invited = await invitePerson(database, found, invitation, operatorOf(options))
        const until = `It works once, until ${minute(invited.expiresAt)}.`
        const headline =
          invited.url === undefined
            ? `A link is on its way to ${found.email}. ${until}`
            : `MAIL_URL is not set. Give this link to ${found.email}:\n\n  ${invited.url}\n\n${until}`
        print(options, invited, headline)
      }),
    )
}

function setActive(reference: string, active: boolean, options: ActOptions): Promise<void> {
  return withDatabase(async ({ database }) => {
    const { id } = await findPerson(database, reference)
    const changed = await changePerson(database, id, { active }, { actor: operatorOf(options) })
    print(options, changed, describePerson(`${changed.email} is ${status(active)}.`, changed))
  })
}

function addSessionCommands(person: Command): void {
  person
    .command('unlock')
    .summary('clear failed sign-in attempts')
    .description(
      'Clears failed sign-in attempts of a person, so that a new device need not wait. Failed attempts by others never block a device that the person has used before.',
    )
    .argument(...personArgument)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, options: ActOptions) =>
      withDatabase(async ({ database }) => {
        const found = await findPerson(database, reference)
        await unlockPerson(database, authorAbout(found, operatorOf(options)))
        const { email } = found
        print(options, { email, unlocked: true }, `${email} can try to sign in again now.`)
      }),
    )

  person
    .command('sign-out')
    .summary('end all sessions of a person')
    .description(
      'Ends every session of a person, and links for a new password. The person can sign in again.',
    )
    .argument(...personArgument)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, options: ActOptions) =>
      withDatabase(async ({ database }) => {
        const found = await findPerson(database, reference)
        const sessions = await endAllSessions(database, authorAbout(found, operatorOf(options)))
        const { email } = found
        print(options, { email, sessions }, `${email} is signed out. Sessions ended: ${sessions}.`)
      }),
    )
}
