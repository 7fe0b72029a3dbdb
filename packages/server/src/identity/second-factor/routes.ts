import { appOperations } from '@parley/contract'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { personRoute } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { personAuthorOf } from '../person/person-author.ts'
import { personById } from '../person/queries.ts'
import type { SecretKeys } from '../secret-key/secret-keys.ts'
import { requireFreshSignIn } from '../settings/require-fresh-sign-in.ts'
import { addFactor } from './add-factor.ts'
import { describeFactor } from './describe-factor.ts'
import { describeSetup } from './describe-setup.ts'
import { createSetup } from './factor-setup.ts'
import { removeFactor } from './remove-factor.ts'

interface FactorRoutes {
  readonly database: Database
  readonly config: SecretKeys
}

/** The second factor of the person who is signed in. */
export function serveSecondFactor(app: HttpServer, { database, config }: FactorRoutes): void {
  personRoute(app, appOperations.getSecondFactor, async ({ session }) => {
    const { addedAt, ...factor } = await describeFactor(database, session.personId)
    return { ...factor, ...(addedAt && { dateTimeAdded: addedAt.toISOString() }) }
  })

  personRoute(app, appOperations.startSecondFactor, async ({ session }) => {
    requireFreshSignIn(session)
    const { email } = firstRow(await personById(database, [session.personId]), 'the person of the session')
    const { setup, secret } = createSetup(config, session.personId)
    const { key, size, path } = describeSetup(secret, email)
    return { setup, key, qrCode: { size, path } }
  })

  personRoute(app, appOperations.addSecondFactor, async input => {
    const { session, body } = input
    requireFreshSignIn(session)
    const added = await addFactor(database, config, personAuthorOf(input), {
      ...body,
      by: { means: 'session', sessionId: session.id },
    })
    switch (added.outcome) {
      case 'added':
        return { recoveryCodes: [...added.recoveryCodes] }
      case 'wrong code':
        throw new Problem('invalid_request', 'The code is wrong. Enter the one that the app shows now.', {
          details: { errors: [{ path: '/code', message: 'is wrong' }] },
        })
      case 'expired':
        throw new Problem('conflict', 'The setup has expired. Start again.')
    }
  })

  personRoute(app, appOperations.removeSecondFactor, async input => {
    requireFreshSignIn(input.session)
    await removeFactor(database, personAuthorOf(input))
    return undefined
  })
}
