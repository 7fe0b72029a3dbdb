/** What is wrong with an address that others want to be called at, as a sentence; undefined if nothing is. */
export function outgoingAddressMistake(
  address: string,
  { isSandbox }: { readonly isSandbox: boolean },
): string | undefined {
  if (address.length > addressCharactersMax) return `must have ${addressCharactersMax} characters at most`
  if (!URL.canParse(address)) return 'must be an absolute address'
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return 'must not contain a user name'
  if (address.includes('#')) return 'must not have a fragment'
  if (url.protocol === 'http:') {
    return isSandbox && loopbackHosts.has(url.hostname)
      ? undefined
      : 'must start with https://; a sandbox also takes http:// to your own machine'
  }
  if (url.protocol !== 'https:') return 'must start with https://'
  const port = url.port === '' ? 443 : Number(url.port)
  return port === 443 || port >= 1_024 ? undefined : 'must use port 443 or one from 1024 up'
}

const addressCharactersMax = 2_000
const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])
