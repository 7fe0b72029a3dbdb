import type { HttpClient } from './http-client.ts'
import type { Book } from './samples.ts'

interface Deletion {
  readonly members: number
  readonly outcome: string
}

/** Runs once at the end, because it cannot be repeated. */
export async function deleteLargestGroup(
  client: HttpClient | undefined,
  { groups }: Book,
): Promise<Deletion | undefined> {
  if (!client) return undefined
  const search = await client.call({ method: 'GET', path: `/contacts?pageSize=1&groupId=${groups.largest}` })
  const { pageInfo } = JSON.parse(search) as { pageInfo: { totalRecord: number } }
  const start = performance.now()
  const outcome = await client.call({ method: 'DELETE', path: `/groups/${groups.largest}` }).then(
    () => 'done',
    (error: unknown) => String(error),
  )
  const seconds = ((performance.now() - start) / 1_000).toFixed(1)
  return { members: pageInfo.totalRecord, outcome: `${outcome} in ${seconds} s` }
}
