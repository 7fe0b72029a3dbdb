import * as journal from '../../journal/index.ts'
import type { Queryable, Tx } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { refuseMistakes } from '../people/refuse-mistakes.ts'
import { textedNameMistake } from '../people/rules.ts'
import { mayEnter } from '../person/may-enter.ts'
import { type PersonRow, personById } from '../person/queries.ts'
import { endAuthorizationSessionsIn } from '../sessions/queries.ts'
import {
  deleteArtifactsOfAccount,
  endGrantsOfAccount,
  endLaterGrants,
  type HeldAccountRow,
  heldAccount,
  lockFirmOfAdvisor,
  setHolder,
} from './holder-queries.ts'

interface HolderChange {
  readonly advisorId: number
  readonly personId: number
  readonly actor: journal.Actor
  readonly traceId: string | null
}

export interface ChangedHolder {
  readonly account: HeldAccountRow
  readonly successor: PersonRow
  readonly grants: number
}

/**
 * Gives an advisor's account to another person of the firm, who from then on is its advisor. No row of the account moves, so there is
 * nothing that a STOP or a send could miss. What the former holder had there ends: requests and event streams check who holds the
 * account, and grants and sessions in which applications are allowed are ended here.
 */
export async function changeHolder(tx: Tx, change: HolderChange): Promise<ChangedHolder> {
  const { advisorId, personId } = change
  await lockFirmOfAdvisor(tx, [advisorId])
  const { account, successor } = await findSuccessor(tx, { advisorId, personId })
  const grants = await endGrants(tx, { ...change, account }, endGrantsOfAccount)
  // The advisor is locked from here on, so a grant that was being given is seen by the second pass.
  await endAuthorizationSessionsIn(tx, [advisorId])
  const later = await endGrants(tx, { ...change, account }, endLaterGrants)
  await setHolder(tx, [advisorId, personId])
  return { account, successor, grants: grants + later }
}

/** The account and the person who is to hold it, if they may. */
export async function findSuccessor(
  db: Queryable,
  { advisorId, personId }: Pick<HolderChange, 'advisorId' | 'personId'>,
): Promise<Pick<ChangedHolder, 'account' | 'successor'>> {
  const [account] = await heldAccount(db, [advisorId])
  if (!account) throw new Problem('not_found', `There is no advisor with the id ${advisorId}.`)
  const [successor] = await personById(db, [personId])
  if (!successor) throw new Problem('not_found', `There is no person with the id ${personId}.`)
  requireSuccessor(account, successor)
  return { account, successor }
}

function requireSuccessor(account: HeldAccountRow, successor: PersonRow): void {
  const { email, firmId, firmName, roles } = successor
  if (firmId !== account.firmId) {
    throw new Problem(
      'invalid_request',
      `${email} works for ${firmName}, and ${account.identifier} belongs to ${account.firmName}. A book stays in its firm.`,
    )
  }
  if (!mayEnter(successor)) throw new Problem('conflict', `${email} is not active.`)
  if (!roles.includes('advisor')) {
    throw new Problem(
      'conflict',
      `${email} is not an advisor. To change that: parley person role add ${email} advisor`,
    )
  }
  if (successor.id === account.holderId) {
    throw new Problem('conflict', `${email} already holds the account ${account.identifier}.`)
  }
  refuseMistakes({ name: textedNameMistake(successor.name) })
}

async function endGrants(
  tx: Tx,
  { advisorId, account, actor, traceId }: HolderChange & Pick<ChangedHolder, 'account'>,
  end: typeof endGrantsOfAccount,
): Promise<number> {
  const ended = await end(tx, [advisorId])
  await deleteArtifactsOfAccount(tx, [ended.map(({ grantId }) => grantId)])
  for (const applicationId of new Set(ended.map(grant => grant.applicationId))) {
    const grants = ended.filter(grant => grant.applicationId === applicationId)
    await journal.recordAct(tx, {
      owner: { advisorId },
      alsoOfFirm: account.firmId,
      actor,
      traceId,
      kind: 'grant.revoked',
      subject: { kind: 'application', id: applicationId },
      facts: {
        application: grants[0]?.application ?? '',
        grants: grants.map(({ grantId, scopes }) => ({ grantId, scopes: [...scopes] })),
      },
    })
  }
  return ended.length
}
