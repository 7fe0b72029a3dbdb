import type { Section } from './panel.ts'

export const textingSection: Section = {
  title: 'Texts and carriers',
  panels: [
    {
      title: 'Texts by outcome',
      description: 'Attempts a second. Unconfirmed and failed should be near zero.',
      unit: 'cps',
      queries: [{ query: 'sum by (outcome) (rate(parley_texts_total[1m]))', legend: '{{outcome}}' }],
    },
    {
      title: 'Oldest text that is due',
      description: 'Above 60 s somebody waits for a text that was accepted.',
      unit: 's',
      queries: [{ query: 'max by (carrier) (parley_texts_oldest_age_seconds)', legend: '{{carrier}}' }],
    },
    {
      title: 'In flight',
      description:
        'Texts handed to a carrier whose answer is not recorded yet, and the window that allows them.',
      unit: 'short',
      queries: [
        { query: 'sum by (carrier) (parley_texts_in_flight)', legend: '{{carrier}}' },
        { query: 'sum by (carrier) (parley_carrier_window)', legend: 'window of {{carrier}}' },
      ],
    },
    {
      title: 'Carrier links',
      description: 'Links that are up, of those configured.',
      unit: 'short',
      queries: [
        { query: 'sum by (carrier) (parley_carrier_bound)', legend: '{{carrier}} up' },
        { query: 'sum by (carrier) (parley_carrier_binds)', legend: '{{carrier}} configured' },
      ],
    },
    {
      title: 'Accepted by carriers',
      description: 'Texts a second over the last ten seconds.',
      unit: 'cps',
      queries: [{ query: 'sum by (carrier) (parley_carrier_rate)', legend: '{{carrier}}' }],
    },
    {
      title: 'Waiting for somebody',
      description: 'Texts that failed, expired or are unconfirmed, and texts on hold.',
      unit: 'short',
      queries: [
        { query: 'max(parley_texts_dead_letters)', legend: 'need attention' },
        { query: 'max(parley_texts_held)', legend: 'on hold' },
      ],
    },
  ],
}
