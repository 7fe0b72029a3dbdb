import type { enqueueMail } from '../../../platform/mail/enqueue-mail.ts'
import { linkSeconds } from './create-link.ts'

type Mail = Parameters<typeof enqueueMail>[1]

interface Link {
  readonly recipient: string
  readonly url: string
}

export const invitationMail = ({ recipient, url }: Link): Mail => ({
  purpose: 'sign_in.invitation',
  recipient,
  subject: 'Your Parley account',
  body: `An account was created for you. Open this link to set your password:

${url}

The link works once, within 72 hours. After that, ask your firm's administrator for a new one.
`,
  lifeSeconds: linkSeconds.invitation,
})

export const resetMail = ({ recipient, url }: Link): Mail => ({
  purpose: 'sign_in.reset',
  recipient,
  subject: 'Set a new Parley password',
  body: `Somebody asked for a new password for your account. If it was you, open this link:

${url}

The link works once, within 30 minutes. A new password signs you out everywhere.
If it was not you, do nothing: your password stays as it is.
`,
  lifeSeconds: linkSeconds.reset,
})
