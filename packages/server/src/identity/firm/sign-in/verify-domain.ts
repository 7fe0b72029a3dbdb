import * as journal from '../../../journal/index.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import { refuseDuplicate } from '../../people/refuse-duplicate.ts'
import { type PublishedProofs, proofTextOf } from './domain-proof.ts'
import { domainsOfFirm, verifyDomainRow } from './queries.ts'

/** Checks that whoever runs the domain has published our proof. From then on it leads to this firm, and to no other. */
export async function verifyDomain(
  database: Database,
  published: PublishedProofs,
  { firmId, domain }: { readonly firmId: number; readonly domain: string },
  by: journal.Actor = journal.setup,
): Promise<void> {
  const wanted = domain.toLowerCase()
  const known = (await domainsOfFirm(database, [firmId])).find(each => each.domain === wanted)
  if (!known) throw new Problem('not_found', `${wanted} is no domain of this firm. Add it with set --domain.`)
  if (known.verifiedAt !== null) throw new Problem('conflict', `${wanted} is verified already.`)
  if (!(await published(wanted)).includes(proofTextOf(known.proof))) {
    throw new Problem('conflict', `The proof of ${wanted} was found neither as a TXT record nor as a file.`)
  }
  const verifying = inTransaction(database, async tx => {
    await verifyDomainRow(tx, [firmId, wanted])
    await journal.recordAct(tx, {
      owner: { firmId },
      actor: by,
      kind: 'firm_sign_in.domain_verified',
      subject: { kind: 'firm', id: firmId },
      facts: { domain: wanted },
    })
  })
  await refuseDuplicate(verifying, {
    sign_in_domain_has_one_firm: `${wanted} belongs to another firm.`,
  })
}
