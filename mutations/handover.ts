// Guarantees of a book that is handed over, and of who is named as the author of a text.
import type { Mutation } from './mutation.ts'

const server = 'packages/server/src'
const handover = `${server}/texting/handover`

export const handoverMutations: readonly Mutation[] = [
  {
    name: 'who holds an account no more cannot open it',
    file: `${server}/identity/roles/accounts-sql.ts`,
    search: '${account}.id = ${person} and ${account}.holder_id is null or',
    replacement: '${account}.id = ${person} or',
    tests: [`${handover}/handover.test.ts`],
  },
  {
    name: 'a send of the former advisor is refused, although it was admitted before',
    file: `${server}/texting/sending/accept-sends.ts`,
    search: 'fresh.filter(({ send }) => !holders.has(send.author))',
    replacement: "fresh.filter(({ send }) => send.text !== '' || !holders.has(send.author))",
    tests: [`${handover}/under-way.test.ts`],
  },
  {
    name: 'nobody else waits for an account that is being handed over',
    file: `${server}/texting/sending/batch-sends.ts`,
    search: "setAside ? 'skip' : 'wait'",
    replacement: "setAside ? 'wait' : 'wait'",
    tests: [`${handover}/under-way.test.ts`],
  },
  {
    name: 'a sign-in allows only what its person holds when it ends',
    file: `${server}/identity/sign-in/attempts/login-of.ts`,
    search: `    const proven = await lockProvenPerson(tx, id, proof)
    return { provenAt: proven.provenAt, person: firstRow(await personById(tx, [id]), 'the proven person') }
`,
    replacement: `    const person = firstRow(await personById(tx, [id]), 'the proven person')
    return { provenAt: (await lockProvenPerson(tx, id, proof)).provenAt, person }
`,
    tests: [`${server}/identity/sign-in/handed-over.test.ts`],
  },
  {
    name: 'a download ends with its session',
    file: `${server}/advisorapp/end-with-session.ts`,
    search: 'if (error instanceof Problem) file.destroy(error)',
    replacement: 'if (error instanceof Problem && everyMs === 0) file.destroy(error)',
    tests: [`${server}/advisorapp/end-with-session.test.ts`],
  },
  {
    name: 'a request does not go to another account than it was for',
    file: `${server}/platform/http/route.ts`,
    search: 'if (request.caller?.advisorId !== before) {',
    replacement: 'if (before === undefined && request.caller?.advisorId !== before) {',
    tests: ['packages/server/test/access/late-bodies.test.ts'],
  },
  {
    name: 'grants of the former advisor end with a handover',
    file: `${server}/identity/staff/change-holder.ts`,
    search: '  const ended = await end(tx, [advisorId])\n',
    replacement: '  const ended = await end(tx, [0])\n',
    tests: [`${handover}/handover.test.ts`],
  },
  {
    name: 'an account that somebody else holds is not closed with its former advisor',
    file: `${server}/identity/person/queries.ts`,
    search: '  left join advisor on advisor.id = person.id and advisor.holder_id is null`',
    replacement: '  left join advisor on advisor.id = person.id`',
    tests: [`${handover}/handover-people.test.ts`],
  },
  {
    name: 'a client is told once, however often the notice is interrupted',
    file: `${handover}/queries.ts`,
    search: ' for no key update of handover`',
    replacement: '`',
    tests: [`${handover}/tell-clients.test.ts`],
  },
  {
    name: 'an entry of a new advisor is not taken for one of the former',
    file: `${server}/journal/author.ts`,
    search: "  personId === advisorId ? { kind: 'advisor' } : { kind: 'advisor', personId }",
    replacement: "  personId === advisorId ? { kind: 'advisor' } : { kind: 'advisor' }",
    tests: [`${handover}/handover.test.ts`],
  },
  {
    name: 'a scheduled text says who wrote it for whom',
    file: `${server}/texting/schedules/fire-schedules.ts`,
    search: '  return through === applicationId ? scheduledBy : null\n',
    replacement: '  return through === applicationId ? null : null\n',
    tests: ['packages/server/test/access/assistants.test.ts', `${handover}/handover.test.ts`],
  },
  {
    name: 'a schedule is by who changed it last',
    file: `${server}/texting/schedules/queries.ts`,
    search: '     scheduled_by = $14::jsonb\n',
    replacement: '     scheduled_by = coalesce(scheduled_by, $14::jsonb)\n',
    tests: ['packages/server/test/access/assistants.test.ts'],
  },
  {
    name: 'a firm does not release what an operator holds',
    file: `${server}/delivery/holds/release-sending.ts`,
    search: '    if (hold && ofFirm !== undefined && !hold.awaitsReview) {\n',
    replacement: '    if (hold && ofFirm === 0) {\n',
    tests: [`${server}/console/books/books.test.ts`],
  },
  {
    name: 'a notice waits for a handover before it is read',
    file: `${handover}/tell-clients.ts`,
    search: '    await lockTold(tx, [advisorId])\n',
    replacement: '',
    tests: [`${handover}/tell-clients.test.ts`],
  },
  {
    name: 'a release ends the hold of an operator first',
    file: `${server}/delivery/holds/queries.ts`,
    search: '   order by awaits_review limit 1`',
    replacement: '   order by awaits_review desc limit 1`',
    tests: [`${server}/console/books/books.test.ts`],
  },
  {
    name: 'a former advisor schedules nothing',
    file: `${server}/texting/schedules/schedule-messages.ts`,
    search: '  await requireHolder(tx, asked.author)\n',
    replacement: '',
    tests: [`${handover}/under-way.test.ts`],
  },
]
