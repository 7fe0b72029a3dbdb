// The operator's commands for webhook endpoints, against the api and a worker that delivers.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Ended, runCommand } from '../../test/processes/run-command.ts'
import type { EventsApplication } from '../../test/servers/events-server.ts'
import { newPhone } from '../../test/servers/texting-server.ts'
import { sendTexts, startWebhooks, until, type WebhookSetting } from '../../test/servers/webhooks-server.ts'

let setting: WebhookSetting
let application: EventsApplication
beforeAll(async () => {
  setting = await startWebhooks()
  application = await setting.server.addApplication()
})
afterEach(() => setting.reset())
afterAll(() => setting.close())

const environment = (): Record<string, string> => ({
  DATABASE_URL: setting.server.databaseUrl,
  PARLEY_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
  PUBLIC_ORIGIN: 'https://parley.test',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
})

const run = (verb: string, ...args: (string | number)[]): Promise<Ended> =>
  runCommand(['app', 'webhook', verb, application.clientId, ...args.map(String)], environment())

async function json<Result>(verb: string, ...args: (string | number)[]): Promise<Result> {
  const { code, output } = await run(verb, ...args, '--format=json')
  expect([code, output]).toEqual([0, expect.any(String)])
  return JSON.parse(output) as Result
}

interface Printed {
  readonly endpointId: number
  readonly secret: string
}

const add = (path: string, ...options: string[]): Promise<Printed> =>
  json<Printed>('add', `--url=${setting.receiver.url}${path}`, ...options)

it('adds an endpoint that the api knows, shows its secret once, and lists what arrived', async () => {
  expect((await run('list')).output).toMatch(/has no endpoints yet. To add one: parley app webhook add /)
  const { endpointId, secret } = await add('/a', '--type=message.accepted', '--rate=100')
  expect(secret).toMatch(/^whsec_/)
  const { body } = await application.call('GET', `/events/endpoints/${endpointId}`)
  expect(body).toMatchObject({ types: ['message.accepted'], eventsPerSecond: 100 })

  const advisor = await application.welcome()
  setting.deliver()
  await sendTexts(advisor, newPhone(), 2)
  await until(async () => (await json<unknown[]>('deliveries', endpointId)).length === 2)
  const shown = await Promise.all([
    run('list'),
    run('show', endpointId),
    run('show', endpointId, '--format=json'),
    run('deliveries', endpointId),
    run('deliveries', endpointId, '--limit=1'),
  ])
  const printed = shown.map(({ output }) => output)
  expect(printed.join('\n')).not.toContain(secret)
  expect(printed.join('\n')).not.toContain('Canary-Text')
  expect(printed[0]).toMatch(/^ID +URL +EVENTS +STATUS +RETRYING +MISSED +LAST DELIVERY\n/)
  expect(printed[3]).toMatch(/evt_\d+ +message\.accepted +1 +delivered +204 /)
  expect(printed[4]).toContain('There are more.')
})

it('changes what is named and keeps the rest', async () => {
  const { endpointId } = await add('/b', '--type=message.*', '--rate=10')
  expect(await json('set', endpointId, '--url', `${setting.receiver.url}/c`)).toMatchObject({
    url: `${setting.receiver.url}/c`,
    types: ['message.*'],
    eventsPerSecond: 10,
  })
  expect(await json('set', endpointId, '--type=all', '--rate=none')).toMatchObject({
    url: `${setting.receiver.url}/c`,
    types: null,
    eventsPerSecond: null,
  })
  expect(await run('set', endpointId)).toEqual({
    code: 2,
    output: 'Nothing to change. Use --url, --type, --advisor or --rate.\n',
  })
})

it('pauses and resumes without a loss, and replays', async () => {
  const { endpointId } = await add('/d', '--type=message.accepted')
  const advisor = await application.welcome()
  const arrived = (): number =>
    setting.receiver.received.filter(
      ({ path, event }) => path === '/d' && event.advisor === advisor.identifier,
    ).length
  expect((await run('pause', endpointId)).output).toContain('parley app webhook resume')
  setting.deliver()
  await sendTexts(advisor, newPhone(), 2)
  await setting.server.sealed()
  expect(arrived()).toBe(0)
  expect(await json('show', endpointId)).toMatchObject({ status: 'paused', pausedBecause: 'asked' })
  expect((await run('resume', endpointId, '--from=nowhere')).code).toBe(2)
  expect((await run('resume', endpointId)).output).toBe(`Endpoint ${endpointId} is active.\n`)
  await until(() => arrived() === 2)

  expect((await run('replay', endpointId, '--missed')).output).toMatch(/^No event was missed/)
  expect((await run('replay', endpointId, '--from=2026-01-31T08:00')).code).toBe(2)
  await until(async () => (await json<{ pendingEntries: number }>('show', endpointId)).pendingEntries === 0)
  await json('replay', endpointId, '--from=2020-01-31')
  await until(() => arrived() === 4)
})

it('posts a test event, and says what became of it', async () => {
  const { endpointId } = await add('/e')
  expect((await run('test', endpointId)).output).toMatch(/^The test event arrived at endpoint \d+ \(204, /)
  setting.receiver.answer = (_received, response) => void response.writeHead(500).end()
  const refused = await run('test', endpointId)
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('answered 500')])
  await json('set', endpointId, '--url=http://127.0.0.1:9/')
  expect(await run('test', endpointId)).toEqual({
    code: 1,
    output: `Endpoint ${endpointId} cannot be reached: The connection was refused.\n`,
  })
})

it('rotates the secret, and removes the endpoint of its own application only', async () => {
  const { endpointId, secret } = await add('/f')
  const rotated = await json<Printed>('rotate-secret', endpointId, '--overlap=1h')
  expect(rotated.secret).not.toBe(secret)
  expect((await run('rotate-secret', endpointId, '--kind=ed25519')).output).toContain('whpk_')
  expect((await run('rotate-secret', endpointId, '--overlap=8d')).code).toBe(2)
  const other = await setting.server.addApplication()
  const foreign = ['app', 'webhook', 'remove', other.clientId, String(endpointId)]
  expect(await runCommand(foreign, environment())).toEqual({
    code: 1,
    output: 'There is no such endpoint of this application.\n',
  })
  expect(await run('remove', endpointId)).toEqual({ code: 0, output: `Removed endpoint ${endpointId}.\n` })
  expect((await run('show', endpointId)).code).toBe(1)
})
