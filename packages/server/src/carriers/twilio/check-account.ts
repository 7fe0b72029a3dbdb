import { callApi } from './call-api.ts'
import type { WholeSettings } from './settings.ts'

/** Whether the carrier is reachable and accepts our credentials. Returns the reason if not. */
export async function checkAccount(settings: WholeSettings): Promise<string | undefined> {
  const answer = await callApi(settings, { path: '.json' })
  if (answer.outcome !== 'answered') return answer.why
  const { status, body } = answer
  if (status === 401) return 'the carrier refuses the account or its token'
  // Reachable, but busy.
  if (status === 429) return undefined
  if (status !== 200) return `the carrier answers with status ${status}`
  const { status: state } = body
  return state === undefined || state === 'active' ? undefined : `the account is ${JSON.stringify(state)}`
}
