import { appOperations } from '@parley/contract'
import {
  addColleague,
  authorAbout,
  changeAssistance,
  changePerson,
  changeRole,
  endAllSessions,
  findAdvisorById,
  findFirmBook,
  findFirmPerson,
  invitePerson,
  listFirmPeople,
  type PersonRecord,
  requireFreshSignIn,
  resetFactor,
  showFirmPerson,
} from '../../identity/index.ts'
import type { AppSession } from '../../platform/caller/app-session.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firmRoute } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { nameCursorOf, readNameCursor } from '../../platform/paging/name-cursor.ts'
import { actorOf } from '../actor-of.ts'
import { shownPerson, shownSession } from './shown-person.ts'

interface PeopleParts {
  readonly database: Database
  readonly config: { readonly publicOrigin: string; readonly mailUrl?: string | undefined }
}

/** People of the firm: who they are, what they may do, and whether they get in. */
export function servePeople(app: HttpServer, parts: PeopleParts): void {
  serveReading(app, parts)
  serveInvitations(app, parts)
  serveRoles(app, parts)
  serveAccess(app, parts)
}

function serveReading(app: HttpServer, { database }: PeopleParts): void {
  firmRoute(app, appOperations.listFirmPeople, async ({ session, query }) => {
    const { cursor, ...search } = query
    const after = cursor === undefined ? undefined : readNameCursor(cursor)
    const { people, last } = await listFirmPeople(database, { firmId: session.firmId, ...search, after })
    return { data: people.map(shownPerson), ...(last && { nextCursor: nameCursorOf(last) }) }
  })

  firmRoute(app, appOperations.showFirmPerson, async ({ session, params }) => {
    const { numbers, sessions, ...person } = await showFirmPerson(database, session.firmId, params.personId)
    return { ...shownPerson(person), numbers: [...numbers], sessions: sessions.map(shownSession) }
  })
}

function serveInvitations(app: HttpServer, { database, config }: PeopleParts): void {
  const invitation = { publicOrigin: config.publicOrigin, sendsMail: config.mailUrl !== undefined }
  const invite = async (person: PersonRecord, session: AppSession) => {
    const { url, expiresAt } = await invitePerson(database, person, invitation, actorOf(session))
    return {
      personId: person.id,
      ...(url !== undefined && { link: url }),
      dateTimeExpires: expiresAt.toISOString(),
    }
  }

  firmRoute(app, appOperations.addFirmPerson, async ({ session, body }) => {
    requireFreshSignIn(session)
    const { name, email, roles, advisor } = body
    const added = await addColleague(
      database,
      { firmId: session.firmId, name: name.trim(), email: email.trim(), roles, advisor },
      actorOf(session),
    )
    return invite(added, session)
  })

  firmRoute(app, appOperations.inviteFirmPerson, async ({ session, params }) => {
    requireFreshSignIn(session)
    return invite(await findFirmPerson(database, session.firmId, params.personId), session)
  })
}

function serveRoles(app: HttpServer, { database }: PeopleParts): void {
  firmRoute(app, appOperations.giveFirmRole, async ({ session, params }) => {
    requireFreshSignIn(session)
    const person = await findFirmPerson(database, session.firmId, params.personId)
    await changeRole(database, person, { role: params.role, has: true }, actorOf(session))
    return undefined
  })

  firmRoute(app, appOperations.takeFirmRole, async ({ session, params }) => {
    const person = await findFirmPerson(database, session.firmId, params.personId)
    await changeRole(database, person, { role: params.role, has: false }, actorOf(session))
    return undefined
  })

  const assist = async (
    session: AppSession,
    { personId, advisorId }: { readonly personId: number; readonly advisorId: number },
    assists: boolean,
  ): Promise<undefined> => {
    const assistant = await findFirmPerson(database, session.firmId, personId)
    await findFirmBook(database, session.firmId, advisorId)
    const advisor = await findAdvisorById(database, advisorId)
    await changeAssistance(database, assistant, { advisor, assists }, actorOf(session))
    return undefined
  }
  firmRoute(app, appOperations.assignAssistant, ({ session, params }) => {
    requireFreshSignIn(session)
    return assist(session, params, true)
  })
  firmRoute(app, appOperations.unassignAssistant, ({ session, params }) => assist(session, params, false))
}

function serveAccess(app: HttpServer, { database }: PeopleParts): void {
  firmRoute(app, appOperations.updateFirmPerson, async ({ session, params, body, traceId }) => {
    // Whoever reads the mail of a person can set their password, and somebody who was dismissed must not come back by a session left open.
    if (body.email !== undefined || body.isActive === true) requireFreshSignIn(session)
    const { id } = await findFirmPerson(database, session.firmId, params.personId)
    const { name, email, isActive: active } = body
    const changes = { name: name?.trim(), email: email?.trim(), active }
    await changePerson(database, id, changes, { actor: actorOf(session), traceId })
    return undefined
  })

  firmRoute(app, appOperations.signOutFirmPerson, async ({ session, params }) => {
    const person = await findFirmPerson(database, session.firmId, params.personId)
    await endAllSessions(database, authorAbout(person, actorOf(session)))
    return undefined
  })

  firmRoute(app, appOperations.resetFirmSecondFactor, async ({ session, params }) => {
    requireFreshSignIn(session)
    const person = await findFirmPerson(database, session.firmId, params.personId)
    await resetFactor(database, person, actorOf(session))
    return undefined
  })
}
