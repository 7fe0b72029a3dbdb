import { callApi } from './call-api.ts'
import type { WholeSettings } from './settings.ts'

/** Whether the carrier is there and lets us in: why not, or nothing. */
export async function checkAccount(settings: WholeSettings): Promise<string | undefined> {
  const answer = await callApi(settings, { path: '.json' })
  if (answer.outcome !== 'answered') return answer.why
  const { status, body } = answer
  if (status === 401) return 'the carrier refuses the account or its token'
  // It is there, and busy.
  if (status === 429) return undefined
  if (status !== 200) return `the carrier answers with status ${status}`
  const { status: state } = body
  return state === undefined || state === 'active' ? undefined : `the account is ${JSON.stringify(state)}`
}
