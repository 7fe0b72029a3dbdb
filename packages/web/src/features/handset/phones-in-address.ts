// The URL holds the phones, so that a reload or a bookmark keeps them.

export function readPhones(): readonly string[] {
  const given = new URLSearchParams(location.search).get('phones') ?? ''
  return given
    .split('.')
    .map(digits => `+${digits}`)
    .filter(phone => /^\+[1-9]\d{7,14}$/.test(phone))
}

export function writePhones(phones: readonly string[]): void {
  const search = phones.length === 0 ? '' : `?phones=${phones.map(phone => phone.slice(1)).join('.')}`
  history.replaceState(null, '', `${location.pathname}${search}`)
}
