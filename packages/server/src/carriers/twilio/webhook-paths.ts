/** Where the carrier tells us things, on our side. */
export const textsPath = (carrier: string): string => `/carriers/${carrier}/texts`
export const receiptsPath = (carrier: string): string => `/carriers/${carrier}/receipts`

/** What follows an address that the carrier is given: it tries again up to five times, whatever went wrong. */
export const persistence = '#rc=5&rp=all'
