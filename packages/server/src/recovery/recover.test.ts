// What parley recover does to a restored database. faults/restore shows it under load, with real restores.
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import {
  acceptTexts,
  createMembers,
  createSender,
  outboxSize,
  readTexts,
  type Sender,
} from '../../test/carriers/texting.ts'
import { createTestDatabase } from '../../test/database/database.ts'
import { createSecretKeys } from '../../test/people/create-secret-keys.ts'
import { authorizeForFirm, createApiKey, createApplication, grantAccess } from '../../test/people/people.ts'
import { accountSid, authToken, serveTwilio } from '../../test/twilio/serve-twilio.ts'
import { addCarrier, releaseDoubtfulNumbers, retryText } from '../delivery/index.ts'
import { inspectDatabase } from '../platform/db/inspect-database.ts'
import { createPool, type Database } from '../platform/db/pool.ts'
import { Fence } from '../platform/highwater/fence.ts'
import type { Mark } from '../platform/highwater/mark.ts'
import { recover, trustDatabase } from './recover.ts'

const secretKeys = createSecretKeys()
const dropped: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const drop of dropped) await drop()
})

let database: Database
let owner: Database
let url: string
let sender: Sender
beforeEach(async () => {
  const created = await createTestDatabase()
  dropped.push(created.drop)
  ;({ database, owner, url } = created)
  await owner.query('update high_water set counter = 100, confirmed = 100, place = database_place()')
  sender = await createSender(database)
})

const parts = () => ({
  database,
  environment: 'sandbox' as const,
  secretKeys,
  publicOrigin: 'http://127.0.0.1:1',
  operator: 'kim',
  log: { warn: () => {} },
})
/** The mark of the lost database: a hundred seconds and 5,000 texts ahead. */
const mark = async (): Promise<Mark> => {
  const { rows } = await owner.query<{ mark: Mark }>('select read_high_water() as mark')
  const here = rows[0]?.mark as Mark
  const sequences = Object.fromEntries(
    Object.entries(here.sequences).map(([name, value]) => [name, value + 5_000 * 1_024]),
  )
  return { ...here, counter: 200, sequences }
}
const run = async (
  choices: { keepsGrants?: boolean; keepsCredentials?: boolean; isDryRun?: boolean } = {},
) => {
  const evidence = { kept: await mark(), seenCounter: undefined }
  return recover(parts(), {
    evidence,
    keepsGrants: false,
    keepsCredentials: false,
    isDryRun: false,
    ...choices,
  })
}
/** Whether a process that has seen the lost database would use this one. */
const stateFor = async (seen: number): Promise<string> => {
  const settings = { size: 1, applicationName: 'another', connectTimeoutMs: 30_000 }
  const pool = createPool({ url, ...settings, admit: new Fence({ seen }).admit })
  try {
    const state = await inspectDatabase(pool, { cell: 1, environment: 'sandbox' })
    return state.state === 'distrusted' ? state.why : state.state
  } finally {
    await pool.end()
  }
}
const valuesOf = async (sql: string): Promise<unknown[]> => {
  const { rows } = await owner.query<{ value: unknown }>(sql)
  return rows.map(({ value }) => value)
}
const kinds = () => valuesOf(`select kind as value from journal where kind like 'installation.%' order by id`)

describe('recover', () => {
  it('lets processes use the database again, whatever they have seen, and has every step on record', async () => {
    expect(await stateFor(205)).toBe('older')
    const { steps } = await run()
    expect(steps.map(({ step }) => step)).toEqual(['ids', 'access', 'replies', 'texts', 'schedules'])
    expect(await stateFor(205)).toBe('ready')
    expect(await kinds()).toEqual([
      'installation.restored',
      ...steps.map(() => 'installation.recovery_step'),
      'installation.recovered',
    ])
  })

  it('gives out no id again: every sequence is past the mark, and still of this cell', async () => {
    const { sequences } = await mark()
    await run()
    for (const [name, seen] of Object.entries(sequences)) {
      const { rows } = await owner.query<{ id: number }>(`select nextval('${name}') as id`)
      const id = rows[0]?.id ?? 0
      expect([name, id > seen + 1_000_000 * 1_024, id % 1_024]).toEqual([name, true, 1])
    }
    // There is a partition for them.
    await acceptTexts(database, sender, await createMembers(database, sender, 1))
  })

  it('sends no text again that may have left; an operator can', async () => {
    const waiting = await acceptTexts(database, sender, await createMembers(database, sender, 3))
    const [claimed] = waiting
    await owner.query(
      `update outbox set claim_id = gen_random_uuid(), lease_until = now() + interval '1 hour', carrier = 'simulator'
       where message_id = $1`,
      [claimed],
    )
    await run()
    expect(await outboxSize(database)).toBe(0)
    for (const text of await readTexts(database, waiting)) {
      expect(text).toMatchObject({
        status: 'unconfirmed',
        journal: ['message.accepted', 'message.unconfirmed'],
      })
    }
    const again = waiting[1] ?? 0
    await expect(retryText(database, again, { operator: 'kim' })).rejects.toThrow('may have this text')
    await retryText(database, again, { operator: 'kim', isUnconfirmed: true })
    expect(await outboxSize(database)).toBe(1)
  })

  it('holds schedules that were due, and no others', async () => {
    const [memberId] = await createMembers(database, sender, 1)
    await owner.query(
      `insert into schedule (advisor_id, member_id, phone, text, starts_at, frequency, time_zone, next_at, created_at, modified_at)
       select $1, $2, '+13000000001', 'Hello', now(), 0, 'UTC', now() + due, now(), now()
       from unnest(array[interval '-1 s', interval '1 h']) as due`,
      [sender.advisorId, memberId],
    )
    await run()
    const shown = await valuesOf(
      `select status || coalesce(' ' || hold_reason, '') as value from schedule order by next_at`,
    )
    expect(shown).toEqual(['held restored', 'active'])
  })

  it('ends everything that lets somebody in', async () => {
    const { id: applicationId } = await createApplication(database)
    await createApiKey(database, applicationId)
    await grantAccess(database, sender.advisorId, applicationId)
    const [firmId] = await valuesOf('select firm_id as value from advisor')
    await authorizeForFirm(database, Number(firmId), applicationId)
    await owner.query(
      `insert into client_secret (application_id, hash) values ($1, '\\x00');
       insert into app_session (advisor_id, token_hash, expires_at) select id, sha256('a'), now() + interval '1 h' from advisor;
       insert into oauth_artifact (model, id, payload) values ('RefreshToken', 'a', '{}');
       insert into sign_in_link (person_id, token_hash, purpose, expires_at)
         select id, sha256('c'), 'reset', now() + interval '1 h' from person limit 1;
       insert into break_glass_link (person_id, hash, expires_at) select id, sha256('d'), now() + interval '1 h' from person limit 1;
       insert into recovery_code (person_id, code_hash) select id, sha256('e') from person limit 1;
       insert into firm_directory (firm_id) select id from firm;
       insert into directory_token (firm_id, hash, hint) select id, sha256(id::text::bytea), 'abcd' from firm;
       insert into console_session (application_id, token_hash, expires_at) select id, sha256('b'), now() + interval '1 h' from application`.replaceAll(
        '$1',
        String(applicationId),
      ),
    )
    await run()
    const living = await valuesOf(
      `select 'grant' as value from authorization_grant where revoked_at is null
       union all select 'firm' from firm_authorization where revoked_at is null
       union all select 'key' from api_key where revoked_at is null
       union all select 'secret' from client_secret where expires_at is null or expires_at > now()
       union all select 'session' from app_session union all select 'token' from oauth_artifact
       union all select 'link' from sign_in_link union all select 'one-time link' from break_glass_link
       union all select 'directory' from directory_token where expires_at is null or expires_at > now()
       union all select 'console' from console_session union all select 'code' from recovery_code`,
    )
    expect(living).toEqual([])
    expect(await valuesOf(`select kind as value from journal where kind = 'grant.revoked'`)).toHaveLength(1)
    expect(await valuesOf(`select kind as value from journal where kind = 'directory.revoked'`)).not.toEqual(
      [],
    )
  })

  it('keeps grants and credentials if the operator says so, and still no token', async () => {
    const { id: applicationId } = await createApplication(database)
    await createApiKey(database, applicationId)
    await grantAccess(database, sender.advisorId, applicationId)
    await owner.query(
      `insert into signing_key (kid, public_jwk, encrypted_private_jwk) values ('former', '{}', '\\x00')`,
    )
    await run({ keepsGrants: true, keepsCredentials: true })
    const living = await valuesOf(
      `select 'grant' as value from authorization_grant where revoked_at is null
       union all select 'key' from api_key where revoked_at is null`,
    )
    expect(living).toEqual(['grant', 'key'])
    const [isGone] = await valuesOf(
      `select retired_at < now() - interval '7 days' as value from signing_key where kid = 'former'`,
    )
    expect(isGone).toBe(true)
  })

  it('continues after an interruption, with the same ids', async () => {
    await owner.query('revoke insert on sending_hold from parley_app')
    await expect(run()).rejects.toThrow('permission denied')
    expect(await stateFor(0)).toBe('recovering')
    const before = await valuesOf(`select last_value as value from message_id`)
    await owner.query('grant insert on sending_hold to parley_app')
    await run()
    expect(await stateFor(205)).toBe('ready')
    expect(await valuesOf(`select last_value as value from message_id`)).toEqual(before)
    expect(await valuesOf('select number as value from recovery')).toEqual([1])
  })

  it('changes nothing in a dry run, and refuses a database that lacks nothing', async () => {
    await run({ isDryRun: true })
    expect(await kinds()).toEqual([])
    expect(await stateFor(205)).toBe('older')
    await owner.query('update high_water set counter = 200')
    await expect(run()).rejects.toThrow('everything that is known')
  })
})

describe('replies of the lost time', () => {
  it('take effect before the first text if the carrier lists them; other numbers are held', async () => {
    const other = await createSender(database)
    const account = await serveTwilio()
    try {
      await addCarrier(
        database,
        { environment: 'sandbox', secretKeys, operator: 'kim' },
        {
          name: 'cloud',
          settings: { kind: 'twilio', accountSid, apiOrigin: account.origin } as never,
          credentials: { authToken },
          textsPerSecond: null,
          isDefault: false,
          numbers: [sender.number],
        },
      )
      await createMembers(database, sender, 1)
      await account.write({ from: '+13000000001', to: sender.number, text: 'STOP' }, account.origin)
      const { steps } = await run()
      expect(steps[2]?.outcome).toMatchObject({ advisorsHeld: 1, numbersHeld: 1 })
      expect(await valuesOf(`select consent as value from member where phone = '+13000000001'`)).toEqual([
        'opted_out',
      ])
      // Its confirmation may have been sent before.
      expect(await outboxSize(database)).toBe(0)
      expect(await valuesOf('select advisor_id as value from sending_hold')).toEqual([other.advisorId])
      expect(await releaseDoubtfulNumbers(database, 'kim')).toBe(1)
      expect(await valuesOf('select is_held as value from lane where is_held')).toEqual([])
    } finally {
      await account.close()
    }
  })
})

it('a restore holds texts that await a review, too, and its release leaves them on hold', async () => {
  await owner.query(
    `insert into sending_hold (advisor_id, reason, placed_by, awaits_review) values ($1, 'A handover', 'sam', true)`,
    [sender.advisorId],
  )
  await run()
  const inForce = () =>
    valuesOf('select awaits_review as value from sending_hold where released_at is null order by 1')
  expect(await inForce()).toEqual([false, true])
  expect(await releaseDoubtfulNumbers(database, 'kim')).toBe(1)
  expect(await inForce()).toEqual([true])
})

describe('an operator who vouches for the database', () => {
  const trustIt = async (counter: number) =>
    trustDatabase(parts(), { kept: { ...(await mark()), counter }, seenCounter: undefined })

  it('opens it after a failover of which nobody knows whether it lost something, on record', async () => {
    await owner.query(`update high_water set place = '1/00000001'`)
    expect(await stateFor(100)).toBe('unsure')
    await trustIt(100)
    expect(await stateFor(150)).toBe('ready')
    expect(await kinds()).toEqual(['installation.restored'])
  })

  it('is not believed if something is missing for certain', async () => {
    await expect(trustIt(101)).rejects.toThrow('missing for certain')
  })
})
