// Which phones are on the screen stands in the address, so that a reload and a bookmark keep them.

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
