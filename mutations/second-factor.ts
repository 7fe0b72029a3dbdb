// Guarantees of second factors and of links that set a password.
import type { Mutation } from './mutation.ts'

const identity = 'packages/server/src/identity'

export const secondFactorMutations: readonly Mutation[] = [
  {
    name: 'a code of an authenticator app works once',
    file: `${identity}/second-factor/queries.ts`,
    search: 'where person_id = $1 and used_step < $2 returning person_id',
    replacement: 'where person_id = $1 returning person_id',
    tests: [`${identity}/second-factor/second-factor.test.ts`],
  },
  {
    name: 'a recovery code works once',
    file: `${identity}/second-factor/queries.ts`,
    search: 'and code_hash = $2 and used_at is null\n',
    replacement: 'and code_hash = $2\n',
    tests: [`${identity}/second-factor/second-factor.test.ts`],
  },
  {
    name: 'nothing is a session that lacks a required factor',
    file: `${identity}/sessions/lock-proven-person.ts`,
    search: 'if (!hasSecondFactor && (conditions.factorAddedAt !== null || conditions.isFactorRequired)) {',
    replacement: 'if (!hasSecondFactor && conditions === undefined) {',
    tests: [`${identity}/second-factor/required.test.ts`],
  },
  {
    name: 'no session starts with a factor that was reset meanwhile',
    file: `${identity}/sessions/lock-proven-person.ts`,
    search: '  if (proof) requireSame(proof, { ...conditions, passwordHash })\n',
    replacement: '',
    tests: [`${identity}/sessions/ending-races.test.ts`],
  },
  {
    name: 'a session that has ended adds no passkey',
    file: `${identity}/sign-in/passkeys/finish-passkey-registration.ts`,
    search: '    await requireSession(tx, personId, sessionId)\n',
    replacement: '    if (sessionId === 0) await requireSession(tx, personId, sessionId)\n',
    tests: [`${identity}/sign-in/passkeys/passkeys.test.ts`],
  },
  {
    name: 'a session that has ended adds no authenticator app',
    file: `${identity}/second-factor/add-factor.ts`,
    search: '      await requireSession(tx, personId, by.sessionId)\n',
    replacement: '      if (by.sessionId === 0) await requireSession(tx, personId, by.sessionId)\n',
    tests: [`${identity}/sessions/ending-races.test.ts`],
  },
  {
    name: 'who is removed while the body of their request arrives changes nothing',
    file: 'packages/server/src/platform/http/is-stale.ts',
    search: 'performance.now() - identifiedAtMs > staleMs',
    replacement: 'performance.now() - identifiedAtMs > 60 * staleMs',
    tests: ['packages/server/test/access/late-bodies.test.ts'],
  },
  {
    name: 'a link that sets a password works once',
    file: `${identity}/sign-in/links/queries.ts`,
    search: '`delete from sign_in_link where token_hash = $1 and expires_at > now()\n   returning',
    replacement:
      '`update sign_in_link set purpose = purpose where token_hash = $1 and expires_at > now()\n   returning',
    tests: [`${identity}/sign-in/links/links.test.ts`],
  },
  {
    name: 'links end with the sessions',
    file: `${identity}/sessions/end-sessions.ts`,
    search: '  await deleteLinksOf(tx, [personIds])\n',
    replacement: '  if (personIds.length === 0) await deleteLinksOf(tx, [personIds])\n',
    tests: [`${identity}/sign-in/links/links.test.ts`],
  },
  {
    name: 'one-time links end when a restore is recovered',
    file: `${identity}/restore/queries.ts`,
    search: 'other as (delete from break_glass_link returning 1)',
    replacement: 'other as (delete from break_glass_link where false returning 1)',
    tests: ['packages/server/src/recovery/recover.test.ts'],
  },
  {
    name: 'tokens of directories end when a restore is recovered',
    file: `${identity}/restore/end-all-access.ts`,
    search: 'directoryTokens: await endAllDirectoryTokens(tx, access.by),',
    replacement: 'directoryTokens: access.keepsGrants ? await endAllDirectoryTokens(tx, access.by) : 0,',
    tests: ['packages/server/src/recovery/recover.test.ts'],
  },
]
