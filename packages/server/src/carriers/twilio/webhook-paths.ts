/** Paths of the webhooks on our side. */
export const textsPath = (carrier: string): string => `/carriers/${carrier}/texts`
export const receiptsPath = (carrier: string): string => `/carriers/${carrier}/receipts`

/** Fragment of webhook URLs: the carrier retries up to five times after any error. */
export const persistence = '#rc=5&rp=all'
