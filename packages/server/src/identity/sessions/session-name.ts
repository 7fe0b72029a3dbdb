/** Name of a session of either kind in the advisor app. */
export type SessionName =
  | { readonly purpose: 'app'; readonly id: number }
  | { readonly purpose: 'applications'; readonly uid: string }

export const sessionNameOf = (name: SessionName): string =>
  name.purpose === 'app' ? `app-${name.id}` : `applications-${name.uid}`

export function parseSessionName(text: string): SessionName | undefined {
  const [, id] = /^app-([1-9][0-9]{0,15})$/.exec(text) ?? []
  if (id !== undefined) return { purpose: 'app', id: Number(id) }
  const [, uid] = /^applications-([\w-]{1,64})$/.exec(text) ?? []
  return uid === undefined ? undefined : { purpose: 'applications', uid }
}
