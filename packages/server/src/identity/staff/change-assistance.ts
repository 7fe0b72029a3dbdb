import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { Problem } from '../../platform/problem/problem.ts'
import type { Advisor } from '../people/records.ts'
import { personById } from '../person/queries.ts'
import { type PersonRecord, personRecordOf } from '../person/records.ts'
import { deleteAssistance, insertAssistance } from './queries.ts'

interface AssistanceChange {
  readonly advisor: Advisor
  /** False: the assistant may no longer act for the advisor. Every request checks it, so it ends at once. */
  readonly assists: boolean
}

/** Lets an assistant act for an advisor of the same firm, or ends it. */
export async function changeAssistance(
  database: Database,
  assistant: PersonRecord,
  { advisor, assists }: AssistanceChange,
  by: journal.Actor = journal.setup,
): Promise<PersonRecord> {
  if (assists) requireAssistantOf(assistant, advisor)
  return inTransaction(database, async tx => {
    const changed = assists
      ? await insertAssistance(tx, [advisor.id, assistant.id])
      : await deleteAssistance(tx, [advisor.id, assistant.id])
    if (changed.length === 0) {
      throw new Problem(
        'conflict',
        `${assistant.email} ${assists ? 'already acts' : 'does not act'} for ${advisor.identifier}.`,
      )
    }
    await journal.recordAct(tx, {
      owner: { firmId: assistant.firm.id },
      actor: by,
      kind: assists ? 'assistant.assigned' : 'assistant.unassigned',
      subject: { kind: 'person', id: assistant.id },
      facts: { advisorId: advisor.id, advisor: advisor.identifier, email: assistant.email },
    })
    return personRecordOf(firstRow(await personById(tx, [assistant.id]), 'the assistant'))
  })
}

function requireAssistantOf(assistant: PersonRecord, advisor: Advisor): void {
  if (assistant.id === advisor.holderId) {
    throw new Problem('invalid_request', 'Advisors need no permission to act for themselves.')
  }
  if (assistant.firm.id !== advisor.firm.id) {
    throw new Problem(
      'invalid_request',
      `${assistant.email} works for ${assistant.firm.name}, and ${advisor.identifier} for ${advisor.firm.name}. An assistant acts for advisors of the same firm.`,
    )
  }
  if (!assistant.roles.includes('assistant')) {
    throw new Problem('conflict', `${assistant.email} is not an assistant. Give them the role first.`)
  }
}
