import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { lockAdvisorsOfFirm, peopleOfFirm } from '../sessions/queries.ts'
import { findFirm } from './find-firm.ts'
import { lockFirm, updateFirm } from './queries.ts'
import type { Firm } from './records.ts'
import { refuseMistakes } from './refuse-mistakes.ts'
import { textedNameMistake } from './rules.ts'

interface FirmChanges {
  readonly name?: string | undefined
  /** The people of an inactive firm are signed out and cannot sign in, and nobody can act for its advisors. */
  readonly active?: boolean | undefined
  /** Sessions without a second factor count for nothing from the next request on, on every process. */
  readonly isSecondFactorRequired?: boolean | undefined
}

export async function changeFirm(
  database: Database,
  firmId: number,
  { name, active, isSecondFactorRequired }: FirmChanges,
  by: journal.Actor = journal.setup,
): Promise<Firm> {
  refuseMistakes({ name: name === undefined ? undefined : textedNameMistake(name) })
  return inTransaction(database, async tx => {
    // Firm, advisors, lanes: the global lock order. The update locks the lanes.
    await lockFirm(tx, [firmId])
    const before = await findFirm(tx, String(firmId))
    if (active === false) await lockAdvisorsOfFirm(tx, [firmId])
    const people = active === false ? await peopleOfFirm(tx, [firmId]) : []
    await updateFirm(tx, [firmId, name, active, isSecondFactorRequired])
    await endSessions(
      tx,
      people.map(({ id }) => id),
    )
    const after = await findFirm(tx, String(firmId))
    await journal.recordAct(tx, {
      owner: { firmId },
      actor: by,
      kind: 'firm.changed',
      subject: { kind: 'firm', id: firmId },
      facts: { before: shownOf(before), after: shownOf(after) },
    })
    return after
  })
}

const shownOf = ({ name, active, isSecondFactorRequired }: Firm) => ({
  name,
  isActive: active,
  isSecondFactorRequired,
})
