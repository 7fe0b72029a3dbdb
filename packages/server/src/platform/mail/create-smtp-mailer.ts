import { connect, isIP, type Socket } from 'node:net'
import { createTransport } from 'nodemailer'
import type { Mail, Mailer, MailOutcome } from './mailer.ts'

interface SmtpSettings {
  /** smtp:// (port 587) or smtps:// (port 465), with user and password if the server wants them. */
  readonly url: string
  readonly from: string
  /** False: mail may leave unencrypted when the server offers no STARTTLS. */
  readonly requiresTls: boolean
  /** Certificates to trust in place of the well-known ones. */
  readonly ca?: string | undefined
  /** For a whole attempt, however slowly the server answers. */
  readonly deadlineMs?: number | undefined
}

const connectMs = 10_000
/** Shorter than the first retry delay, so that no attempt begins while another is under way. */
const attemptMs = 45_000
/** A reply line has at most 512 characters. */
const replyBytesMax = 64 * 1_024

/** Plain text to one recipient, over one connection for each mail. */
export function createSmtpMailer(settings: SmtpSettings): Mailer {
  const { url, from, requiresTls, ca, deadlineMs = attemptMs } = settings
  const { protocol, hostname, port, username, password } = new URL(url)
  const isTls = protocol === 'smtps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const dial = { host, port: port === '' ? (isTls ? 465 : 587) : Number(port) }

  /** The connection is ours, so that the deadline can end it. */
  const sendOver = async (socket: Socket, { messageId, recipient, subject, body }: Mail): Promise<void> => {
    const transport = createTransport({
      ...dial,
      secure: isTls,
      requireTLS: requiresTls,
      ...(username !== '' && {
        auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      }),
      tls: { ...(isIP(host) === 0 && { servername: host }), ...(ca !== undefined && { ca }) },
      greetingTimeout: connectMs,
      socketTimeout: deadlineMs,
      maxResponseSize: replyBytesMax,
      getSocket: (_options, callback) => callback(null, { connection: socket }),
    })
    await transport.sendMail({
      from,
      to: { name: '', address: recipient },
      subject,
      text: body,
      messageId,
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }

  return {
    send: async mail => {
      let socket: Socket | undefined
      const timer = setTimeout(() => socket?.destroy(new Error('The attempt took too long')), deadlineMs)
      try {
        socket = connect({ ...dial, timeout: connectMs })
        await connected(socket)
        await sendOver(socket, mail)
        return { kind: 'sent' }
      } catch (error) {
        return outcomeOf(error)
      } finally {
        clearTimeout(timer)
        socket?.destroy()
      }
    },
  }
}

const connected = (socket: Socket): Promise<void> =>
  new Promise((resolve, reject) => {
    const giveUp = (): void => void socket.destroy(new Error('No connection in time'))
    socket.once('timeout', giveUp)
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('timeout', giveUp)
      socket.off('error', reject)
      socket.setTimeout(0)
      resolve()
    })
  })

interface SmtpError {
  readonly code?: string
  /** Status of the server's reply. */
  readonly responseCode?: number
  readonly command?: string
}

/** Only codes: what a server says may repeat the recipient. */
function outcomeOf(error: unknown): MailOutcome {
  const { code, responseCode, command } = error as SmtpError
  const failure = responseCode === undefined ? (code ?? 'ECONNECTION') : `${code} ${responseCode}`
  // A refused sign-in or sender is a mistake in the settings, and the mail can still be sent when it is corrected.
  const isAboutMail = command === 'RCPT TO' || command === 'DATA'
  const isFinal = responseCode !== undefined && responseCode >= 500
  return { kind: isAboutMail && isFinal ? 'refused' : 'failed', failure }
}
