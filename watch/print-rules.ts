import { stringify } from 'yaml'
import { alerts } from './alerts/alerts.ts'

/** The alerts as a rule file of Prometheus. */
export function printRules(): string {
  const rules = alerts.map(({ name, when, lasting, severity, summary, section }) => ({
    alert: name,
    expr: when,
    ...(lasting !== '0m' && { for: lasting }),
    labels: { severity },
    annotations: { summary, runbook: `docs/operations.md#${section}` },
  }))
  const groups = [{ name: 'parley', rules }]
  return `# Written by npm run generate from watch/alerts.\n${stringify({ groups }, { lineWidth: 0 })}`
}
