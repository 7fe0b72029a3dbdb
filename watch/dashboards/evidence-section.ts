import type { Section } from './panel.ts'

export const evidenceSection: Section = {
  title: 'Log, events and webhooks',
  panels: [
    {
      title: 'Entries sealed',
      description: 'Journal entries a second that were added to the log.',
      unit: 'cps',
      queries: [{ query: 'sum(rate(parley_log_entries_total[1m]))', legend: 'entries' }],
    },
    {
      title: 'Behind',
      description: 'How far the log is behind the journal, and the signature behind the log.',
      unit: 's',
      queries: [
        { query: 'min(parley_log_lag_seconds)', legend: 'log' },
        { query: 'min(parley_log_seal_lag_seconds)', legend: 'signature' },
      ],
    },
    {
      title: 'Webhook deliveries',
      description: 'A second, by outcome.',
      unit: 'cps',
      queries: [
        {
          query: 'sum by (outcome) (rate(parley_webhooks_attempt_duration_seconds_count[1m]))',
          legend: '{{outcome}}',
        },
      ],
    },
    {
      title: 'Webhooks behind',
      description: 'Of the endpoint furthest behind, of those that work.',
      unit: 's',
      queries: [{ query: 'max(parley_webhooks_lag_seconds)', legend: 'lag' }],
    },
    {
      title: 'Endpoints in trouble',
      description: 'Endpoints that fail or were paused, and events that wait for a retry.',
      unit: 'short',
      queries: [
        { query: 'max(parley_webhooks_failing)', legend: 'failing' },
        { query: 'max(parley_webhooks_paused)', legend: 'paused' },
        { query: 'max(parley_webhooks_parked)', legend: 'events parked' },
      ],
    },
    {
      title: 'Mail that waits',
      description: 'Notices to developers, people and operators.',
      unit: 'short',
      queries: [{ query: 'max(parley_mail_waiting)', legend: 'mail' }],
    },
  ],
}
