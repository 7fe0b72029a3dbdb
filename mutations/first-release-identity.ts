// Guarantees of the first release: authentication and authorization.
import type { Mutation } from './mutation.ts'

const server = 'packages/server/src'

export const firstReleaseIdentity: readonly Mutation[] = [
  {
    name: 'the API key is of the same application',
    file: `${server}/identity/access/decide-access.ts`,
    search: 'key.applicationId !== row.applicationId',
    replacement: 'key.applicationId < 0',
    tests: [`${server}/identity/access/bad-keys.test.ts`],
  },
  {
    name: 'PKCE is required',
    file: `${server}/identity/authorization/provider/configure-provider.ts`,
    search: 'pkce: { required: () => true },',
    replacement: 'pkce: { required: () => false },',
    tests: [`${server}/identity/authorization/authorization-requests.test.ts`],
  },
  {
    name: 'a refresh token that is used again ends the grant',
    file: `${server}/identity/authorization/provider/artifact-adapter.ts`,
    search: "  return model !== 'RefreshToken' || consumedForSeconds >= lifetimes.refreshGrace\n",
    replacement: "  return model !== 'RefreshToken'\n",
    tests: [`${server}/identity/authorization/codes-and-refresh.test.ts`],
  },
  {
    name: 'wrong passwords slow down their address',
    file: `${server}/identity/sign-in/attempts/slow-down.ts`,
    search: 'address: { freeFailures: 20, forgetsOneAfterSeconds: 60 },',
    replacement: 'address: { freeFailures: 20_000, forgetsOneAfterSeconds: 60 },',
    tests: [
      `${server}/identity/sign-in/attempts/sign-in-with-password.test.ts`,
      `${server}/identity/sign-in/attempts/slow-down.test.ts`,
    ],
  },
  {
    name: 'a sign-in leads to pages of ours only',
    file: `${server}/identity/sign-in/app-target.ts`,
    search: "  return isOwnPage ? wanted : '/app'\n",
    replacement: "  return isOwnPage || typeof wanted === 'string' ? wanted : '/app'\n",
    tests: [`${server}/identity/sign-in/app-sign-in.test.ts`],
  },
  {
    name: 'a quotation mark in a page is escaped',
    file: `${server}/platform/http/pages/html.ts`,
    search: '/[&<>"\'`]/g',
    replacement: "/[&<>'`]/g",
    tests: [`${server}/platform/http/pages/html.test.ts`],
  },
  {
    name: 'a sign-in form is of the page that we showed',
    file: `${server}/identity/sign-in/serve-pages.ts`,
    search: "if (tokens.fits(uid, form.get('token'))) return",
    replacement: "if (tokens.fits(uid, form.get('token')) || form.get('token') !== 'never') return",
    tests: [`${server}/identity/sign-in/pages.test.ts`],
  },
  {
    name: 'a revoked grant opens nothing',
    file: `${server}/identity/access/decide-access.ts`,
    search: '      return row.grantStands\n',
    replacement: '      return row.grantStands || true\n',
    tests: [`${server}/identity/access/revocation.test.ts`],
  },
  {
    name: 'a new password ends the other sessions',
    file: `${server}/identity/people/apply-advisor-changes.ts`,
    search: 'if (passwordHash !== undefined || active === false) await endSessions',
    replacement: 'if (active === false) await endSessions',
    tests: [`${server}/identity/settings/settings.test.ts`],
  },
  {
    name: 'a disabled firm opens nothing',
    file: `${server}/identity/access/decide-access.ts`,
    search: 'if (!row.advisorActive || !row.firmActive || !row.applicationActive) return false',
    replacement: 'if (!row.advisorActive || !row.applicationActive) return false',
    tests: [`${server}/identity/access/revocation.test.ts`],
  },
  {
    name: 'adding a passkey needs a fresh sign-in',
    file: `${server}/identity/settings/require-fresh-sign-in.ts`,
    search: '  if (nowMs - signedInAt.getTime() < sessionLifetimes.fresh * 1_000) return\n',
    replacement: '  if (nowMs - signedInAt.getTime() < sessionLifetimes.fresh * 1_000_000) return\n',
    tests: [`${server}/identity/settings/settings.test.ts`],
  },
  {
    name: 'an idle session ends',
    file: `${server}/identity/sessions/queries.ts`,
    search: 'session.used_at > statement_timestamp() - make_interval(secs => $2)',
    replacement: "session.used_at > statement_timestamp() - make_interval(secs => $2) - interval '10 days'",
    tests: [`${server}/identity/sessions/sessions.test.ts`],
  },
  {
    name: 'the counter of a passkey is compared when it is written',
    file: `${server}/identity/sign-in/passkeys/queries.ts`,
    search: 'where advisor_id = $1 and credential_id = $2 and counter = $3 returning credential_id',
    replacement: 'where advisor_id = $1 and credential_id = $2 and $3::bigint >= 0 returning credential_id',
    tests: [`${server}/identity/sign-in/passkeys/passkeys.test.ts`],
  },
  {
    name: 'the request on which Redis fails is counted',
    file: `${server}/identity/access/usage/redis-counter.ts`,
    search: '      this.#degrade(error)\n      return fallback.count(apiKeyId, plan)\n',
    replacement:
      '      this.#degrade(error)\n      return { refusedBy: undefined, waitMicros: 0, level: 0, usedToday: 0, untilMidnightMs: 0 }\n',
    tests: [`${server}/identity/access/usage/redis-counter.test.ts`],
  },
  {
    name: 'a role allows only what the table of permissions says',
    file: `${server}/identity/roles/may-do.ts`,
    search: '  permissions[act].some(role => held.includes(role))\n',
    replacement: '  permissions[act].some(role => held.includes(role)) || held.length > 0\n',
    tests: ['packages/server/test/access/roles.test.ts'],
  },
  {
    name: 'an assistant acts for advisors of the own firm only',
    file: `${server}/identity/roles/accounts-sql.ts`,
    search: ' and assisted.firm_id = person.firm_id',
    replacement: '',
    tests: ['packages/server/test/access/assistants.test.ts'],
  },
]
