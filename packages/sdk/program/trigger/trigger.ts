import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { Parley } from '../../src/index.ts'
import { advisorToken, credentialsHelp, readCredentials } from '../credentials.ts'
import { type Surroundings, UsageError } from '../surroundings.ts'
import { Stage } from './stage.ts'
import { triggers } from './triggers.ts'

export const triggerHelp: string = `Usage: npx --no @parley/sdk trigger <what> [options]

Causes events in a sandbox by making the real thing happen: texts go out, and a virtual phone
replies. Prints the events that it caused. Fails outside of a sandbox, before anything is sent.

What:
${Object.entries(triggers)
  .map(([name, { summary, ending }]) => `  ${name.padEnd(12)} ${ending.padEnd(20)} ${summary}`)
  .join('\n')}

Options:
  --phone <number>        the recipient (default: a number that nobody has texted)
  --advisor <identifier>  who texts (default: the advisor of the token, or the first in the file)
  --credentials <file>    see below
  -h, --help              show this help

${credentialsHelp}`

export async function trigger(args: readonly string[], surroundings: Surroundings): Promise<void> {
  const { environment, print, signal } = surroundings
  const { values: options, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      phone: { type: 'string' },
      advisor: { type: 'string' },
      credentials: { type: 'string' },
    },
  })
  const [name = '', ...others] = positionals
  const wanted = Object.hasOwn(triggers, name) ? triggers[name] : undefined
  if (!wanted || others.length > 0) throw new UsageError(`Name one of: ${Object.keys(triggers).join(', ')}.`)
  const { digits } = wanted
  const phone = options.phone ?? newPhone(digits)
  if (!/^\+[1-9]\d{7,14}$/.test(phone))
    throw new UsageError('--phone must be in E.164 format, such as +12025550123.')
  if (digits !== undefined && !phone.endsWith(digits))
    throw new UsageError(`--phone must end in ${digits} for ${name}.`)
  const credentials = await readCredentials(options.credentials, environment)
  const { baseUrl, apiKey } = credentials
  const accessToken = advisorToken(credentials, options.advisor)
  const parley = new Parley({ baseUrl, apiKey, accessToken })
  await wanted.run(await Stage.open({ parley, phone, print, signal }))
}

/** From 9001 on, a sandbox simulates failures. */
const newPhone = (digits = String(randomInt(1_000, 9_000))): string =>
  `+1${randomInt(201, 990)}${randomInt(200, 1_000)}${digits}`
