/** Until 0.3.0, so that dashboards and alerts of an operator keep working while they are changed. */
export const formerNames: ReadonlyMap<string, string> = new Map([
  ['http_server_request_duration_seconds', 'http_server_request_duration'],
  ['db_client_connections', 'db_client_connection_count'],
  ['nodejs_eventloop_delay_p99_seconds', 'nodejs_eventloop_delay_p99'],
  ['process_resident_memory_bytes', 'process_memory_usage'],
  ['process_cpu_seconds_total', 'process_cpu_time_total'],
  ['parley_webhooks_lag_seconds', 'parley_webhooks_lag'],
  ['parley_webhooks_attempt_duration_seconds', 'parley_webhooks_attempt_duration'],
  ['parley_room_journal_seconds', 'parley_room_journal'],
  ['parley_room_carrier_seconds', 'parley_room_carrier'],
  ['parley_log_lag_seconds', 'parley_log_lag'],
  ['parley_log_seal_lag_seconds', 'parley_log_seal_lag'],
  ['parley_log_witness_lag_seconds', 'parley_log_witness_lag'],
  ['parley_log_timestamp_lag_seconds', 'parley_log_timestamp_lag'],
  ['parley_texts_oldest_age_seconds', 'parley_texts_oldest_age'],
  ['parley_carrier_throttled_seconds', 'parley_carrier_throttled'],
  ['parley_carrier_error_age_seconds', 'parley_carrier_error_age'],
])

/** Appends each renamed metric of a page in Prometheus' text format under its former name. */
export function withFormerNames(page: string): string {
  const former: string[] = []
  let family = ''
  for (const line of page.split('\n')) {
    family = /^# (?:HELP|UNIT|TYPE) (\w+)/.exec(line)?.[1] ?? family
    const name = formerNames.get(family)
    if (name !== undefined && line !== '') former.push(line.replace(family, name))
  }
  return former.length === 0 ? page : `${page.trimEnd()}\n${former.join('\n')}\n`
}
