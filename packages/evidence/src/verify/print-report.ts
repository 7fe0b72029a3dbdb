import { type EntryReference, type Report, unconfirmedClaims } from './verdict.ts'
import { visibleText } from './visible-text.ts'

const width = 10

/** The report as plain text. */
export function printReport({ words, bundle, verdicts, limits, checkedAt }: Report): string {
  const lines = [words, '']
  if (bundle) {
    const { from, to, number, by } = bundle.asked
    const period = `${from ?? 'the beginning'} to ${to ?? 'the export'}${number === null ? '' : `, only ${number}`}`
    lines.push(
      field('Owner', `${bundle.owner.name} (${bundle.owner.kind})`),
      field('Asked', `${period}, by ${by}`),
      field('Made', bundle.madeAt),
      ...(bundle.isConfirmed ? [] : [field('', unconfirmedClaims)]),
      field(
        'Entries',
        `${bundle.entries}, of which ${bundle.withoutFacts} without facts and ${bundle.withheld} withheld`,
      ),
      field('Log', `${bundle.origin}, ${bundle.treeSize} entries`),
      ...bundle.logKeys.map((key, index) => field(index === 0 ? 'Key' : '', key.slice(0, 120))),
      ...bundle.witnesses.map(({ name, at }, index) =>
        field(index === 0 ? 'Witnesses' : '', `${name}${at ? `, ${at}` : ''}`),
      ),
      '',
    )
  }
  for (const { name, outcome, words: reason, counterExample, failures } of verdicts) {
    lines.push(`${outcome.toUpperCase().padEnd(width)} ${name}`, `${' '.repeat(width)} ${reason}`)
    if (counterExample)
      lines.push(
        `${' '.repeat(width)} ${failures > 1 ? `First of ${failures}: ` : ''}${printReference(counterExample)}`,
      )
  }
  if (limits.length > 0) lines.push('', 'Limits', ...limits.map(limit => `- ${limit}`))
  lines.push('', `Checked ${checkedAt}`)
  return `${lines.map(visibleText).join('\n')}\n`
}

const field = (label: string, value: string): string => `${label.padEnd(width)} ${value}`

/** Where an entry is, in one line. */
export function printReference({ index, seq, file, line, kind, at, subject }: EntryReference): string {
  const what = kind === undefined ? '' : `, ${kind} of ${at}, ${subject}`
  return `entry number ${seq}${what}; index ${index} of the log, line ${line} of ${file}`
}
