import { until } from '../installation.ts'
import type { Scenario } from '../scenario.ts'

const contacts = '/core/contact/contacts'

const internalError: Scenario = {
  name: '500, and its traceId in log and journal',
  run: async ({ service, post, send, newPhone }, { statement }) => {
    await service.lock(
      `create function fail_audit() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
       create trigger fail_audit before insert on contact_group for each row
         when (new.name = 'Raise an error') execute function fail_audit()`,
    )
    const failed = await post('/core/contact/groups', { name: 'Raise an error' })
    statement('7.28', 'an error of the service itself', failed, {
      status: 500,
      body: { code: 'internal_error', retryable: true },
    })
    statement('7.28', 'its detail reveals nothing', failed.text.includes('planted'), false)
    const log = await until(
      async () => service.log(),
      text => text.includes(failed.body.traceId),
    )
    statement('7.30', 'the traceId in the log', log.includes(failed.body.traceId), true)
    const refused = await send({ phone: newPhone(), text: 'Hello' })
    const traceId = refused.headers.get('x-trace-id')
    const entries = await service.query(
      `select entry ->> 'traceId' as "traceId" from journal_entry where entry ->> 'traceId' = '${traceId}' and kind = 'message.refused'`,
    )
    statement('7.30 D11', 'the traceId in the journal', entries, [{ traceId }])
  },
}

const timeout: Scenario = {
  name: '504: a lock that is not released',
  run: async ({ service, post, put, get }, { statement }) => {
    const { id } = (await post(contacts, { firstName: 'Locked' })).body
    const marker = `/* audit ${id} */`
    const held = service
      .lock(`begin; select from contact where id = ${id} for update; select pg_sleep(60) ${marker}; commit`)
      .catch(() => 'canceled')
    const holders = `from pg_stat_activity where query like '%pg_sleep(60) ${marker}%' and wait_event = 'PgSleep'`
    await until(
      () => service.query<{ pid: number }>(`select pid ${holders}`),
      rows => rows.length > 0,
    )
    const answer = await put(`${contacts}/${id}`, { city: 'Dayton' })
    await service.query(`select pg_terminate_backend(pid) ${holders}`)
    await held
    statement('7.26', 'a write to it', answer, {
      status: 504,
      body: { code: 'downstream_timeout', retryable: true },
    })
    statement('7.26', 'afterwards', (await put(`${contacts}/${id}`, { city: 'Dayton' })).status, 200)
    statement('7.26', 'the retry had its effect', (await get(`${contacts}/${id}`)).body['city'], 'Dayton')
  },
}

const databaseAway: Scenario = {
  name: '502 of the API and 503 of OAuth while the database is away',
  alone: true,
  run: async ({ service, get }, { statement }) => {
    await service.gate.shut()
    try {
      const answer = await get(`${contacts}?pageSize=1`)
      statement('7.27', 'a call', answer, {
        status: 502,
        body: { code: 'downstream_unavailable', retryable: true },
      })
      const { clientId, clientSecret } = service.application
      const token = await fetch(service.tokenUrl, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          refresh_token: 'x'.repeat(43),
          client_id: clientId,
          client_secret: clientSecret,
        }),
      })
      statement('5.52', 'a refresh', [token.status, token.headers.get('retry-after')], [503, /^\d+$/])
    } finally {
      await service.gate.open()
    }
    const back = await until(
      () => get(`${contacts}?pageSize=1`),
      ({ status }) => status === 200,
    )
    statement('7.27 5.52', 'when it is back', back.status, 200)
  },
}

export const outageScenarios: readonly Scenario[] = [timeout, internalError, databaseAway]
