// No operation of the console reaches another firm.
import { type AppOperation, appOperations } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockWaits } from '../../test/database/lock-waits.ts'
import { createApplication } from '../../test/people/people.ts'
import { addStaff } from '../../test/people/staff.ts'
import { type AdvisorApp, type AppClient, startAdvisorApp } from '../../test/servers/advisor-app.ts'
import { authorizeApplication, findFirmPerson } from '../identity/index.ts'

let server: AdvisorApp
let advisor: AppClient
let stranger: AppClient
let boss: Pick<AppClient, 'call'>

beforeAll(async () => {
  server = await startAdvisorApp()
  advisor = await server.welcome()
  stranger = await server.welcome()
  const { id } = await addStaff(server.database, { firmId: advisor.firmId, roles: ['administrator'] })
  boss = await server.signIn(id)
})
afterAll(() => server.close())

/** Each operation that names something, with what belongs to the other firm. */
describe('another firm', () => {
  const attempts: readonly (readonly [AppOperation, object?])[] = [
    [appOperations.showFirmPerson],
    [appOperations.inviteFirmPerson],
    [appOperations.updateFirmPerson, { body: { name: 'Taken' } }],
    [appOperations.giveFirmRole],
    [appOperations.takeFirmRole],
    [appOperations.assignAssistant],
    [appOperations.unassignAssistant],
    [appOperations.signOutFirmPerson],
    [appOperations.resetFirmSecondFactor],
    [appOperations.previewHandover, { body: { personId: 1 } }],
    [appOperations.handOverBook, { body: { personId: 1, texts: 'hold' } }],
    [appOperations.listHandovers],
    [appOperations.getBookHold],
    [appOperations.releaseBook],
    [appOperations.changeFirmNumber, { body: { isActive: false } }],
    [appOperations.showFirmApplication],
    [appOperations.listFirmApplicationActs],
    [appOperations.endFirmApplication],
  ]

  it('is covered for every operation that names something', () => {
    const naming = Object.values(appOperations).filter(each => 'isOfFirm' in each && 'params' in each)
    expect(attempts.map(([{ id }]) => id).toSorted()).toEqual(naming.map(({ id }) => id).toSorted())
  })

  it('does not exist: 404, and nothing of it changes or is shown', async () => {
    const person = await addStaff(server.database, {
      firmId: stranger.firmId,
      roles: ['assistant'],
      name: 'Somebody Else',
    })
    const { id: applicationId, clientId } = await createApplication(server.database)
    await authorizeApplication(server.database, { clientId, firmId: stranger.firmId })
    for (const [operation, more] of attempts) {
      const params = {
        personId: person.id,
        advisorId: stranger.advisorId,
        applicationId,
        number: stranger.number,
        role: 'assistant',
      }
      const wanted = Object.fromEntries(
        Object.entries(params).filter(([name]) => operation.path.includes(`{${name}}`)),
      )
      const { status, text } = await boss.call(operation, { params: wanted, ...more })
      expect([operation.id, status, text.includes('Somebody')]).toEqual([operation.id, 404, false])
    }
    // An own assistant cannot be given a foreign advisor either.
    const kim = await addStaff(server.database, { firmId: advisor.firmId, roles: ['assistant'] })
    const params = { personId: kim.id, advisorId: stranger.advisorId }
    expect((await boss.call(appOperations.assignAssistant, { params })).status).toBe(404)
    expect(await findFirmPerson(server.database, stranger.firmId, person.id)).toMatchObject({
      name: 'Somebody Else',
      roles: ['assistant'],
      active: true,
    })
    const lists = [
      appOperations.listFirmPeople,
      appOperations.listFirmNumbers,
      appOperations.listFirmApplications,
      appOperations.listFirmJournal,
    ]
    for (const list of lists) {
      const { text } = await boss.call(list)
      for (const word of ['Somebody Else', stranger.number, `"applicationId":${applicationId}`]) {
        expect(text.includes(word), `${list.id} ${word}`).toBe(false)
      }
    }
  })

  it('keeps a number that moves there while somebody of the former firm switches it off', async () => {
    const { number } = advisor
    const other = await server.owner.connect()
    try {
      await other.query('begin')
      await other.query('select from texting_number where number = $1 for update', [number])
      const switching = boss.call(appOperations.changeFirmNumber, {
        params: { number },
        body: { isActive: false },
      })
      await lockWaits(server.database, 1)
      await other.query('update texting_number set active = false where number = $1', [number])
      await other.query('insert into texting_number (advisor_id, number) values ($1, $2)', [
        stranger.advisorId,
        number,
      ])
      await other.query('commit')
      expect((await switching).status).toBe(404)
    } finally {
      other.release()
    }
    const { rows } = await server.owner.query(
      'select advisor_id from texting_number where number = $1 and active',
      [number],
    )
    expect(rows).toEqual([{ advisor_id: stranger.advisorId }])
  })
})
