// Mail over SMTP to a server that is not ours: TLS, sign-in, refusals, failures, and servers that never end.

import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { mailAccount, startMailServer } from '../../../test/servers/mail/mail-server.ts'
import { createSmtpMailer } from './create-smtp-mailer.ts'
import type { Mailer } from './mailer.ts'

const from = 'Parley <notices@parley.test>'
const mail = {
  messageId: '<mail-1@parley.test>',
  recipient: 'dev@partner.test',
  subject: 'Webhooks to crm.example.com fail — since 10:00',
  body: 'First line\n.\nLast line ünd more',
}
const account = `${mailAccount.user}:${encodeURIComponent(mailAccount.password)}@`

async function serve(options: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(options)
  onTestFinished(() => server.close())
  return server
}

describe('a mail', () => {
  it('arrives over TLS with sign-in, as plain text, to one recipient', async () => {
    const server = await serve({ secure: true, authOptional: false })
    const mailer = createSmtpMailer({
      url: `smtps://${account}127.0.0.1:${server.port}`,
      from,
      requiresTls: true,
      ca: server.ca,
    })
    expect(await mailer.send(mail)).toEqual({ kind: 'sent' })
    const [received] = server.received
    expect(received).toMatchObject({
      to: ['dev@partner.test'],
      from: 'notices@parley.test',
      isEncrypted: true,
      user: 'parley',
    })
    expect(received?.source).toMatch(/^Message-ID: <mail-1@parley.test>\r$/im)
    expect(received?.source).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(received?.source).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m)
    expect(received?.source).not.toMatch(/multipart|text\/html/)
  })

  it('is encrypted with STARTTLS, and does not leave where the server has none', async () => {
    const [good, plain] = [await serve(), await serve({ disabledCommands: ['STARTTLS'] })]
    const to = ({ port, ca }: typeof good, requiresTls: boolean): Mailer =>
      createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from, requiresTls, ca })
    expect(await to(good, true).send(mail)).toEqual({ kind: 'sent' })
    expect(good.received).toMatchObject([{ isEncrypted: true }])
    expect(await to(plain, true).send(mail)).toMatchObject({ kind: 'failed' })
    expect(plain.received).toEqual([])
    expect(await to(plain, false).send(mail)).toEqual({ kind: 'sent' })
  })

  it('does not go to a server with an unknown certificate', async () => {
    const server = await serve({ secure: true })
    const mailer = createSmtpMailer({ url: `smtps://127.0.0.1:${server.port}`, from, requiresTls: true })
    expect(await mailer.send(mail)).toMatchObject({ kind: 'failed' })
    expect(server.received).toEqual([])
  })

  it('is refused for good by 5xx, and can be tried again after 4xx or a wrong password', async () => {
    const server = await serve({ secure: true })
    const to = (credentials: string): Mailer =>
      createSmtpMailer({
        url: `smtps://${credentials}127.0.0.1:${server.port}`,
        from,
        requiresTls: true,
        ca: server.ca,
      })
    server.answer = () => 550
    expect(await to(account).send(mail)).toEqual({ kind: 'refused', failure: 'EENVELOPE 550' })
    server.answer = () => 451
    expect(await to(account).send(mail)).toEqual({ kind: 'failed', failure: 'EENVELOPE 451' })
    server.answer = () => undefined
    expect(await to('parley:wrong@').send(mail)).toEqual({ kind: 'failed', failure: 'EAUTH 535' })
    expect(server.received).toEqual([])
  })
})

it('a server that is silent, drips or is not there costs one deadline at most', async () => {
  const server = createServer(socket => {
    socket.on('error', () => {})
    const timer = setInterval(() => socket.write('220-'), 20)
    socket.on('close', () => clearInterval(timer))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const startedAt = performance.now()
  const url = `smtp://127.0.0.1:${port}`
  const mailer = createSmtpMailer({ url, from, requiresTls: false, deadlineMs: 300 })
  expect(await mailer.send(mail)).toMatchObject({ kind: 'failed' })
  expect(performance.now() - startedAt).toBeLessThan(3_000)
  const nobody = createSmtpMailer({ url: 'smtp://127.0.0.1:1', from, requiresTls: false })
  expect(await nobody.send(mail)).toEqual({ kind: 'failed', failure: 'ECONNREFUSED' })
})
