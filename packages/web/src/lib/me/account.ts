/**
 * The advisor's account that this tab shows. Every request names it, so that a tab never writes to another account, whatever was
 * chosen elsewhere. A new tab starts with the last choice.
 */
const key = 'parley.account'

let account = sessionStorage.getItem(key) ?? localStorage.getItem(key) ?? undefined

export const currentAccount = (): string | undefined => account

/** The service said which account it is. */
export function rememberAccount(advisorId: number): void {
  account = String(advisorId)
  sessionStorage.setItem(key, account)
}

/** Loads the app anew for this advisor. */
export function openAccount(advisorId: number): void {
  rememberAccount(advisorId)
  localStorage.setItem(key, String(advisorId))
  location.assign('/app')
}

export function forgetAccount(): void {
  account = undefined
  sessionStorage.removeItem(key)
  localStorage.removeItem(key)
}
