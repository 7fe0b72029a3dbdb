import type { emailStatuses } from '@parley/contract'

const emailStatus = { none: 0, active: 1, unsubscribed: 2, bounced: 3 } as const satisfies Record<
  (typeof emailStatuses)[number],
  number
>

interface Known {
  readonly emailAddress: string | null
  readonly emailStatus: number
  readonly unsubscribedAt: Date | null
}

/**
 * The e-mail status for a contact's address. An unsubscribe applies to any later address too, because the person said
 * so. Otherwise a new address starts with a fresh status.
 */
export function emailStatusOf(address: string | null, known?: Known): number {
  if (address === null) return emailStatus.none
  if (known?.unsubscribedAt) return emailStatus.unsubscribed
  return known?.emailAddress === address ? known.emailStatus : emailStatus.active
}

/** True if no e-mail may be sent. */
export const isEmailDisabled = (status: number): boolean =>
  status === emailStatus.unsubscribed || status === emailStatus.bounced
