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
 * The state of an address that a contact is given. Whoever has unsubscribed stays so under any address: that was the
 * person's word. Otherwise another address starts anew.
 */
export function emailStatusOf(address: string | null, known?: Known): number {
  if (address === null) return emailStatus.none
  if (known?.unsubscribedAt) return emailStatus.unsubscribed
  return known?.emailAddress === address ? known.emailStatus : emailStatus.active
}

/** No e-mail may be sent. */
export const isEmailDisabled = (status: number): boolean =>
  status === emailStatus.unsubscribed || status === emailStatus.bounced
