// Scheduled texts for tests: created through the API, and made due by moving their time instead of the clock.
import { fireSchedules } from '../../src/texting/schedules/fire-schedules.ts'
import {
  newPhone,
  startTexting,
  type TextingBody,
  type TextingClient,
  type TextingServer,
} from './texting-server.ts'

interface JournalEntry {
  readonly actor: object
  readonly subject: object
  readonly facts: Readonly<Record<string, unknown>>
}

export interface Scheduling {
  readonly server: TextingServer
  readonly rows: (sql: string, ...values: unknown[]) => Promise<Record<string, unknown>[]>
  /** In the order in which they were written. */
  readonly entries: (advisorId: number, kind: string) => Promise<JournalEntry[]>
  /** Schedules a text to the given or new recipients, and returns the ids of the schedules. */
  readonly schedule: (client: TextingClient, how?: ScheduleOptions) => Promise<number[]>
  /** Moves these schedules, with their whole series, so that the next time is this long ago. */
  readonly setDue: (scheduleIds: readonly (number | undefined)[], agoSeconds?: number) => Promise<void>
  readonly read: (client: TextingClient, scheduleId: number | undefined) => Promise<TextingBody>
  readonly textsTo: (phone: string, text: string) => Promise<Record<string, unknown>[]>
  /** An active schedule that is due, with a recipient who has consented and a unique text. */
  readonly dueNow: (client: TextingClient, how?: DueOptions) => Promise<Due>
  /** Fires until nothing is due, and returns how many schedules fired. */
  readonly fireAll: () => Promise<number>
}

interface DueOptions {
  readonly frequency?: number
  readonly agoSeconds?: number
}

interface Due {
  readonly id: number
  readonly phone: string
  readonly text: string
}

interface ScheduleOptions {
  readonly phones?: readonly string[]
  readonly text?: string
  readonly frequency?: number
  readonly deliveryDate?: number
}

export async function startScheduling(options: { connections?: number } = {}): Promise<Scheduling> {
  const server = await startTexting(options)
  const { database, owner } = server
  const rows: Scheduling['rows'] = async (sql, ...values) => (await database.query(sql, values)).rows
  const schedule: Scheduling['schedule'] = async (client, how = {}) => {
    const { phones, text = 'Scheduled', frequency, deliveryDate = Date.now() + 3_600_000 } = how
    const phoneNumbers = phones ?? [newPhone()]
    if (!phones) for (const phone of phoneNumbers) await client.accept(phone)
    const { status, body } = await client.send({
      phoneNumbers,
      text,
      scheduleDelivery: true,
      deliveryDate,
      ...(frequency === undefined ? {} : { frequency }),
    })
    if (status !== 200 || body.failures.length > 0) throw new Error('a schedule was refused')
    return body.successes.map(({ scheduleId }) => scheduleId)
  }
  const setDue: Scheduling['setDue'] = async (scheduleIds, agoSeconds = 1) => {
    await owner.query(
      `update schedule set next_at = moved.next_at, starts_at = starts_at - (schedule.next_at - moved.next_at)
       from (select (clock_timestamp() - make_interval(secs => $2))::timestamptz(3) as next_at) as moved,
         -- By the key, whose first column is the advisor: any($1) alone compares every row with every id.
         advisor, unnest($1::bigint[]) as due (id)
       where schedule.advisor_id = advisor.id and schedule.id = due.id`,
      [scheduleIds, agoSeconds],
    )
  }
  return {
    server,
    rows,
    schedule,
    setDue,
    read: async (client, id) => (await client.call('GET', `/text/messaging/scheduled-messages/${id}`)).body,
    textsTo: (phone, text) =>
      rows('select id, text from message where phone = $1 and text = $2 order by id', phone, text),
    dueNow: async (client, { frequency = 0, agoSeconds = 1 } = {}) => {
      const phone = newPhone()
      const text = `Due ${phone}`
      await client.accept(phone)
      const [id] = await schedule(client, { phones: [phone], text, frequency })
      await setDue([id], agoSeconds)
      return { id: id as number, phone, text }
    },
    entries: async (advisorId, kind) => {
      const found = await rows(
        'select entry from journal_entry where advisor_id = $1 and kind = $2 order by id',
        advisorId,
        kind,
      )
      return found.map(({ entry }) => entry as JournalEntry)
    },
    fireAll: async () => {
      let total = 0
      for (;;) {
        const fired = await fireSchedules(database, { limit: 500, except: [] })
        if (fired === 0) return total
        total += fired
      }
    },
  }
}
