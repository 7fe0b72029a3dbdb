// Guarantees of a firm's own directory and sign-in.
import type { Mutation } from './mutation.ts'

const server = 'packages/server/src'
const firm = `${server}/identity/firm`

export const firmMutations: readonly Mutation[] = [
  {
    name: 'a directory sees people of its own firm only',
    file: `${firm}/directory/queries.ts`,
    search: '  where person.firm_id = $1`\n\nexport const userById',
    replacement: '  where $1::bigint > 0`\n\nexport const userById',
    tests: [`${firm}/directory/directory.test.ts`],
  },
  {
    name: 'somebody leaves although another value of the request is refused',
    file: `${firm}/directory/serve-directory.ts`,
    search: "      if (active === false) return change(request, { kind: 'leave' })\n",
    replacement: '',
    tests: [`${firm}/directory/request-logs.test.ts`],
  },
  {
    name: 'texts that waited for an advisor do not leave by themselves',
    file: `${server}/identity/people/apply-advisor-changes.ts`,
    search: 'if (active === true && before?.active === false) {',
    replacement: 'if (active === true && before?.active === null) {',
    tests: [`${server}/delivery/holds/holds.test.ts`],
  },
  {
    name: 'an answer of the firm’s provider counts once',
    file: `${firm}/sign-in/queries.ts`,
    search: '  `delete from firm_sign_in_attempt\n   where firm_id = $1',
    replacement: '  `update firm_sign_in_attempt set target = target\n   where firm_id = $1',
    tests: [`${firm}/sign-in/firm-sign-in.test.ts`],
  },
  {
    name: 'an answer of the firm’s provider is for the browser that asked',
    file: `${firm}/sign-in/queries.ts`,
    search: 'and browser_hash = $3 and',
    replacement: 'and $3::bytea is not null and',
    tests: [`${firm}/sign-in/firm-sign-in.test.ts`],
  },
  {
    name: 'an address that the firm’s provider does not vouch for links nobody',
    file: `${firm}/sign-in/finish-firm-sign-in.ts`,
    search: 'if (email === undefined || !isEmailVerified) return',
    replacement: 'if (email === undefined) return',
    tests: [`${firm}/sign-in/firm-sign-in.test.ts`],
  },
  {
    name: 'a known person is not linked to a second subject',
    file: `${firm}/sign-in/finish-firm-sign-in.ts`,
    search: "return person.isLinked ? { why: 'other_subject' } : {",
    replacement: "return person.isLinked && isEmailVerified === false ? { why: 'other_subject' } : {",
    tests: [`${firm}/sign-in/firm-sign-in.test.ts`],
  },
  {
    name: 'the nonce of the firm’s sign-in is checked',
    file: `${firm}/sign-in/finish-firm-sign-in.ts`,
    search: '    expectedNonce: attempt.nonce,\n',
    replacement: '',
    tests: [`${firm}/sign-in/firm-sign-in.test.ts`],
  },
  {
    name: 'a provider links addresses of proved domains only',
    file: `${firm}/sign-in/queries.ts`,
    search: 'where known.firm_id = $1 and verified_at is not null and known.domain =',
    replacement: 'where known.domain is not null or known.domain =',
    tests: [`${firm}/sign-in/firm-sign-in.test.ts`],
  },
  {
    name: 'passwords are refused where only the firm’s sign-in counts',
    file: `${server}/identity/person/may-enter.ts`,
    search: 'mayEnter(person) && !person.mustUseFirmSignIn',
    replacement: 'mayEnter(person)',
    tests: [`${firm}/sign-in/firm-sign-in.test.ts`],
  },
  {
    name: 'a sign-in that overlaps with the switch to the firm’s own is refused',
    file: `${server}/identity/sessions/lock-proven-person.ts`,
    search: 'if (conditions.mustUseFirmSignIn && !isVouchedFor(proof)) {',
    replacement: 'if (conditions.mustUseFirmSignIn && personId === 0) {',
    tests: [`${firm}/sign-in/only-races.test.ts`],
  },
  {
    name: 'what is allowed while its login ends is revoked',
    file: `${server}/identity/sign-in/allow-for-account.ts`,
    search: 'if (holder?.id === advisor.person.id && signedIn) return grantId',
    replacement: 'if (holder?.id === advisor.person.id) return grantId',
    tests: [`${firm}/sign-in/only-races.test.ts`],
  },
]
