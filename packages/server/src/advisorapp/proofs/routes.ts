import { appOperations } from '@parley/contract'
import { findAdvisorById } from '../../identity/index.ts'
import { authorOf } from '../../journal/index.ts'
import type { Database } from '../../platform/db/pool.ts'
import { appRoute } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { createEvidenceExports } from '../../sealing/index.ts'
import { getConversation } from '../../texting/index.ts'
import { endWithSession } from '../end-with-session.ts'

interface ProofsParts {
  readonly database: Database
  readonly config: { readonly logDirectory?: string }
}

/** Proofs of conversations: the bundle that `parley evidence export --phone` writes. */
export function serveProofs(app: HttpServer, { database, config: { logDirectory } }: ProofsParts): void {
  const exports = logDirectory === undefined ? undefined : createEvidenceExports(database, logDirectory)

  appRoute(app, appOperations.downloadConversationProof, async input => {
    const { caller, params, reply, traceId } = input
    const { phone } = await getConversation(database, caller.advisorId, params.memberId)
    if (!exports) throw new Problem('conflict', 'This installation publishes no log, so there are no proofs.')
    const advisor = await findAdvisorById(database, caller.advisorId)
    const { actor } = authorOf(input)
    const bundle = await exports.open({
      advisor,
      phone,
      from: null,
      to: null,
      actor,
      by: advisor.name,
      traceId,
    })
    reply
      .header('content-disposition', `attachment; filename="proof-${phone.slice(1)}.zip"`)
      .type('application/zip')
    void reply.send(endWithSession(database, input.session, bundle))
    return undefined
  })
}
