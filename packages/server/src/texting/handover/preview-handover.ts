import { type ConsentState, requireTextingAccount } from '../../consent/index.ts'
import { findSuccessor, listAssistants, listConnectedApplications } from '../../identity/index.ts'
import type { Queryable } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { judgeNow } from '../sending/judge-now.ts'
import type { HandoverChoice } from './hand-over-book.ts'
import { type BookRow, clientsByConsent, countBook } from './queries.ts'
import { renderNotice } from './render-notice.ts'

interface HandoverPreview {
  readonly advisorId: number
  readonly identifier: string
  readonly former: { readonly personId: number; readonly name: string }
  readonly successor: { readonly personId: number; readonly name: string }
  readonly book: BookRow
  /** Applications that the former advisor has allowed. They lose access, unless the firm allows them too. */
  readonly applications: readonly { readonly name: string; readonly isAllowedByFirm: boolean }[]
  /** They go on. */
  readonly assistants: readonly { readonly personId: number; readonly name: string }[]
  readonly notice?: {
    readonly text: string
    readonly mistakes: readonly string[]
    readonly warnings: readonly string[]
    /** Clients who would be told now. */
    readonly clients: number
    /** How many would not, by reason. */
    readonly refused: Readonly<Record<string, number>>
  }
}

/** What handing the book over would do. Changes nothing, and refuses what the handover would refuse. */
export async function previewHandover(
  db: Queryable,
  { advisorId, personId, notice }: Pick<HandoverChoice, 'advisorId' | 'personId' | 'notice'>,
): Promise<HandoverPreview> {
  const { account, successor } = await findSuccessor(db, { advisorId, personId })
  const names = { former: account.holderName, advisor: successor.name, firm: account.firmName }
  const applications = await listConnectedApplications(db, advisorId)
  return {
    advisorId,
    identifier: account.identifier,
    former: { personId: account.holderId, name: account.holderName },
    successor: { personId: successor.id, name: successor.name },
    book: firstRow(await countBook(db, [advisorId]), 'the counts of the book'),
    applications: applications
      .filter(({ isAllowedByAdvisor, endedAt }) => isAllowedByAdvisor && endedAt === null)
      .map(({ name, isAllowedByFirm }) => ({ name, isAllowedByFirm })),
    assistants: await listAssistants(db, advisorId),
    ...(notice !== undefined && {
      notice: { ...renderNotice(notice, names), ...(await countClients(db, advisorId)) },
    }),
  }
}

async function countClients(db: Queryable, advisorId: number) {
  const account = await requireTextingAccount(db, advisorId)
  const refused: Record<string, number> = {}
  let clients = 0
  for (const row of await clientsByConsent(db, [advisorId])) {
    // A handover opens an account that is closed.
    const verdict = judgeNow(
      { ...account, isActive: true },
      { phone: '', consent: row.consent as ConsentState },
    )
    if (verdict.canSend) clients += row.clients
    else refused[verdict.code] = (refused[verdict.code] ?? 0) + row.clients
  }
  return { clients, refused }
}
