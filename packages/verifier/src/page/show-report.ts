import {
  type BundleSummary,
  type EntryReference,
  type Outcome,
  type Report,
  unconfirmedClaims,
  type Verdict,
  type VerdictName,
} from '@parley/evidence'
import { element, icon } from './element.ts'

const icons: Readonly<Record<Outcome | 'unreadable', string>> = {
  proven: 'M5 12.5l4.5 4.5L19 7.5',
  failed: 'M7 7l10 10M17 7L7 17',
  'not shown': 'M6 12h12',
  unreadable: 'M12 7v6m0 4v.01',
}

const titles: Readonly<Record<Report['outcome'], string>> = {
  proven: 'Proven',
  failed: 'Failed',
  'not shown': 'Not everything is shown',
  unreadable: 'Not a bundle',
}

/** The question that each verdict answers. */
const questions: Readonly<Record<VerdictName, string>> = {
  intact: 'Is the file undamaged?',
  authentic: 'Are the records genuine?',
  witnessed: 'Have others confirmed the log?',
  complete: 'Is anything left out?',
  'in order': 'Was every opt-out respected?',
  'in time': 'Are the times right?',
}

const outcomeLabels: Readonly<Record<Outcome, string>> = {
  proven: 'Proven',
  failed: 'Failed',
  'not shown': 'Not shown',
}

/** The report as a page that can be printed. */
export function showReport(
  report: Report,
  fileName: string,
  onAgain: () => void,
  onSave: () => void,
): HTMLElement[] {
  const again = element('button', { type: 'button', class: 'button' }, 'Check another bundle')
  again.addEventListener('click', onAgain)
  const save = element('button', { type: 'button', class: 'button' }, 'Save report')
  save.addEventListener('click', onSave)
  return [
    element(
      'div',
      { class: `banner ${styleOf(report.outcome)}` },
      element('span', { class: 'badge' }, icon(icons[report.outcome])),
      element('div', {}, element('h1', {}, titles[report.outcome]), element('p', {}, report.words)),
    ),
    ...(report.bundle ? [summary(report.bundle, fileName)] : []),
    ...(report.verdicts.length > 0
      ? [element('ul', { class: 'verdicts' }, ...report.verdicts.map(verdictItem))]
      : []),
    ...(report.limits.length > 0
      ? [
          element(
            'section',
            { class: 'limits' },
            element('h2', {}, 'What this does not show'),
            element('ul', {}, ...report.limits.map(limit => element('li', {}, limit))),
          ),
        ]
      : []),
    element('div', { class: 'actions' }, again, ...(report.bundle ? [save] : [])),
  ]
}

const styleOf = (outcome: Report['outcome']): string =>
  outcome === 'proven' ? 'good' : outcome === 'failed' ? 'bad' : 'open'

function verdictItem({ name, outcome, words, counterExample, failures }: Verdict): HTMLElement {
  return element(
    'li',
    { class: `verdict ${styleOf(outcome)}` },
    element('span', { class: 'badge' }, icon(icons[outcome])),
    element(
      'div',
      {},
      element(
        'div',
        { class: 'title' },
        element('h2', {}, questions[name]),
        element('span', { class: 'outcome' }, outcomeLabels[outcome]),
      ),
      element('p', {}, words),
      ...(counterExample ? [example(counterExample, failures)] : []),
    ),
  )
}

function example(entry: EntryReference, failures: number): HTMLElement {
  const rows: [string, string][] = [
    ...(entry.kind === undefined
      ? []
      : [['What', `${entry.kind}, ${entry.subject ?? ''}`] as [string, string]]),
    ...(entry.at === undefined ? [] : [['Dated', timeOf(entry.at)] as [string, string]]),
    ['Number', `${entry.seq} of this owner, ${count(entry.index)} of the log`],
    ['Found in', `${entry.file}, line ${entry.line}`],
  ]
  const title = failures > 1 ? `First of ${count(failures)} entries` : 'The entry'
  return element('div', { class: 'example' }, element('h3', {}, title), facts(rows))
}

function summary(bundle: BundleSummary, fileName: string): HTMLElement {
  const { owner, asked, madeAt, entries, withoutFacts, withheld, origin, treeSize, logKeys, witnesses } =
    bundle
  const hidden = [
    ...(withoutFacts > 0 ? [`${count(withoutFacts)} without their text`] : []),
    ...(withheld > 0 ? [`${count(withheld)} withheld`] : []),
  ]
  const period = `${asked.from === null ? 'The beginning' : timeOf(asked.from)} to ${asked.to === null ? 'the export' : timeOf(asked.to)}`
  return element(
    'section',
    { class: 'summary' },
    ...(bundle.isConfirmed ? [] : [element('p', { class: 'unconfirmed' }, unconfirmedClaims)]),
    facts([
      ['Records of', `${owner.name} (${owner.kind})`],
      ['Period', asked.number === null ? period : `${period}, only ${asked.number}`],
      ['Asked for by', asked.by],
      ['Made', timeOf(madeAt)],
      ['Entries', [count(entries), ...hidden].join(', ')],
      ['Log', `${origin}, ${count(treeSize)} entries`],
      ...(witnesses.length > 0
        ? [
            [
              'Witnesses',
              witnesses
                .map(({ name, at }) => (at === undefined ? name : `${name} (${timeOf(at)})`))
                .join('\n'),
            ] as [string, string],
          ]
        : []),
      ['File', fileName],
      ['Key', logKeys.length > 0 ? logKeys.join('\n') : 'none that your policy trusts'],
    ]),
  )
}

const facts = (rows: readonly (readonly [string, string])[]): HTMLElement =>
  element(
    'dl',
    {},
    ...rows.map(([label, value]) =>
      element(
        'div',
        {},
        element('dt', {}, label),
        element('dd', label === 'Key' ? { class: 'key' } : {}, value),
      ),
    ),
  )

export const count = (value: number): string => new Intl.NumberFormat('en-US').format(value)

const timeOf = (text: string): string => {
  const time = new Date(text)
  return Number.isNaN(time.getTime())
    ? text
    : `${new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' }).format(time)} UTC`
}
