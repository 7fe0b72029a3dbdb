// npm run faults:plot -- bench/results/faults-….json [docs/images/faults.svg]
// Draws a run: latency and errors per second, the age of the queue, and the faults below.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { WatchedSecond } from './watch.ts'

interface Written {
  readonly date: string
  readonly seed: number
  readonly form: string
  readonly ratePerSecond: number
  readonly violations: number
  readonly counts: Readonly<Record<string, number>>
  readonly seconds: readonly WatchedSecond[]
  readonly faults: readonly { kind: string; startedS: number; healedS: number | null }[]
  readonly load: { readonly median: number }
}

const [input, output = 'docs/images/faults.svg'] = process.argv.slice(2)
if (input === undefined)
  throw new Error('Name the result to draw: npm run faults:plot -- bench/results/faults-….json')
const run = JSON.parse(await readFile(input, 'utf8')) as Written

const left = 232
const right = 24
const width = 1_200
const panelHeight = 116
const rowHeight = 19
const gap = 34
const lastS = Math.max(...run.seconds.map(({ second }) => second)) + 1
const x = (second: number): number => left + (second / lastS) * (width - left - right)
const round = (value: number): string => String(Math.round(value * 10) / 10)
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

interface Axis {
  readonly title: string
  readonly unit: string
  readonly ticks: readonly number[]
  /** Maps a value to a fraction of the height. */
  readonly share: (value: number) => number
}

const linear = (title: string, unit: string, most: number, ticks: readonly number[]): Axis => ({
  title,
  unit,
  ticks,
  share: value => Math.min(1, value / most),
})

const logarithmic = (title: string, unit: string, least: number, ticks: readonly number[]): Axis => {
  const most = Math.max(...ticks)
  return {
    title,
    unit,
    ticks,
    share: value =>
      Math.min(1, Math.max(0, Math.log(Math.max(value, least) / least) / Math.log(most / least))),
  }
}

interface Line {
  readonly name: string
  readonly style: string
  readonly values: readonly (number | null)[]
  /** If most seconds have no value, a line would hide those that do. */
  readonly isBars?: boolean
}

const valuesOf = (pick: (second: WatchedSecond) => number | null): (number | null)[] => run.seconds.map(pick)
/** A second without responses has no latency: the line is interrupted there. */
const most = (values: readonly (number | null)[]): number => Math.max(1, ...values.map(value => value ?? 0))

function pathOf({ values, isBars }: Line, axis: Axis, top: number): string {
  if (isBars) {
    const bottom = top + panelHeight
    return values
      .flatMap((value, index) =>
        value ? [`M${centre(index)} ${bottom}V${round(yOf(value, axis, top))}`] : [],
      )
      .join('')
  }
  let isDrawing = false
  return values
    .map((value, index) => {
      if (value === null) {
        isDrawing = false
        return ''
      }
      const step = isDrawing ? 'L' : 'M'
      isDrawing = true
      return `${step}${centre(index)} ${round(yOf(value, axis, top))}`
    })
    .join('')
}

const centre = (index: number): string => round(x((run.seconds[index]?.second ?? 0) + 0.5))
const yOf = (value: number, axis: Axis, top: number): number => top + panelHeight * (1 - axis.share(value))

function panel(top: number, axis: Axis, lines: readonly Line[]): string {
  const ticks = axis.ticks.map(tick => {
    const y = round(yOf(tick, axis, top))
    return `<line class="grid" x1="${left}" x2="${width - right}" y1="${y}" y2="${y}"/>
<text class="tick" x="${left - 8}" y="${y}" dy="0.35em" text-anchor="end">${tick.toLocaleString('en')}${axis.unit}</text>`
  })
  const names = lines.map(
    ({ name, style }, index) =>
      `<text class="name ${style}" x="24" y="${top + 40 + index * 18}"><tspan class="dot">■</tspan> ${name}</text>`,
  )
  const paths = lines.map(line => `<path class="${line.style}" d="${pathOf(line, axis, top)}"/>`)
  return `<text class="title" x="24" y="${top + 14}">${axis.title}</text>\n${[...ticks, ...names, ...paths].join('\n')}`
}

const kinds = [...new Set(run.faults.map(({ kind }) => kind))].toSorted()
const tops = [0, 1, 2].map(index => 76 + index * (panelHeight + gap))
const faultsTop = 76 + 3 * (panelHeight + gap)
const faultsBottom = faultsTop + kinds.length * rowHeight
const height = faultsBottom + 48

const answered = valuesOf(second => second.answered)
const errors = valuesOf(second => second.errors)
const rateMost = Math.ceil(Math.max(most(answered), most(errors)) / 200) * 200
const rateTicks = Array.from({ length: 5 }, (_, index) => Math.round((index * rateMost) / 4))
const latencies = valuesOf(second => second.p99Ms)
const decades = Math.max(3, Math.ceil(Math.log10(most(latencies))))
const latencyTicks = Array.from({ length: decades }, (_, index) => 10 ** (index + 1))
const ages = valuesOf(second => second.queueAgeS)
const ageMost = Math.ceil(most(ages) / 10) * 10

const panels = [
  panel(tops[0] ?? 0, linear('Sends a second', '', rateMost, rateTicks), [
    { name: 'failed attempts', style: 'bad', values: errors, isBars: true },
    { name: 'acknowledged', style: 'first', values: answered },
  ]),
  panel(tops[1] ?? 0, logarithmic('Latency', ' ms', 10, latencyTicks), [
    { name: 'p99', style: 'second', values: latencies },
    { name: 'p50', style: 'first', values: valuesOf(second => second.p50Ms) },
  ]),
  panel(tops[2] ?? 0, linear('Oldest text', ' s', ageMost, [0, ageMost / 2, ageMost]), [
    { name: 'age, not submitted yet', style: 'second', values: ages },
  ]),
]

const marks = run.faults.map(({ startedS }) => {
  const at = round(x(startedS))
  return `<line class="mark" x1="${at}" x2="${at}" y1="${tops[0]}" y2="${faultsBottom}"/>`
})
const rows = kinds.map((kind, index) => {
  const y = faultsTop + index * rowHeight
  const bars = run.faults
    .filter(fault => fault.kind === kind)
    .map(({ startedS, healedS }) => {
      const from = x(startedS)
      const to = Math.max(from + 4, x(Math.min(healedS ?? lastS, lastS)))
      return `<rect class="fault" x="${round(from)}" y="${y + 4}" width="${round(to - from)}" height="${rowHeight - 8}" rx="3"/>`
    })
  return `<text class="kind" x="${left - 8}" y="${y + rowHeight / 2}" dy="0.35em" text-anchor="end">${escaped(kind)}</text>${bars.join('')}`
})
const stepS = lastS > 300 ? 60 : 10
const times = Array.from({ length: Math.floor(lastS / stepS) + 1 }, (_, index) => {
  const label = stepS === 60 ? `${index} min` : `${index * stepS} s`
  return `<text class="tick" x="${round(x(index * stepS))}" y="${faultsBottom + 18}" text-anchor="middle">${label}</text>`
})
const { sends = 0, acknowledged = 0 } = run.counts
const words = [
  run.date.slice(0, 10),
  `seed ${run.seed}`,
  `${run.ratePerSecond} sends a second`,
  `${run.faults.length} faults`,
  `${sends.toLocaleString('en')} sends, ${acknowledged.toLocaleString('en')} acknowledged`,
  `${run.violations} violations`,
  `load average ${run.load.median}`,
]

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Throughput, latency and queue age through a run with ${run.faults.length} faults">
<style>
  svg { --paper: #ffffff; --ink: #1f2933; --soft: #52606d; --grid: #e4e7eb; --mark: #cbd2d9; --first: #1167b1; --second: #b35900; --bad: #c81e1e; --fault: #7b61a8; }
  @media (prefers-color-scheme: dark) {
    svg { --paper: #14181d; --ink: #e6eaee; --soft: #a3adb8; --grid: #2a3139; --mark: #3b444e; --first: #62b0f0; --second: #f0a04b; --bad: #ff7a7a; --fault: #a892d6; }
  }
  text { font: 12px system-ui, -apple-system, 'Segoe UI', sans-serif; fill: var(--soft); }
  .paper { fill: var(--paper); }
  .head { font-size: 18px; font-weight: 600; fill: var(--ink); }
  .title { font-size: 13px; font-weight: 600; fill: var(--ink); }
  .kind { fill: var(--ink); }
  .grid { stroke: var(--grid); }
  .mark { stroke: var(--mark); stroke-dasharray: 2 3; }
  path { fill: none; stroke-width: 1.5; stroke-linejoin: round; }
  path.first { stroke: var(--first); } path.second { stroke: var(--second); } path.bad { stroke: var(--bad); stroke-width: ${round(Math.max(1.5, x(0.8) - x(0)))}; }
  .first .dot { fill: var(--first); } .second .dot { fill: var(--second); } .bad .dot { fill: var(--bad); }
  .fault { fill: var(--fault); }
</style>
<rect class="paper" width="${width}" height="${height}" rx="8"/>
<text class="head" x="24" y="34">A load that faults cannot dent</text>
<text x="24" y="54">${words.join(' · ')}</text>
${marks.join('\n')}
${panels.join('\n')}
${rows.join('\n')}
${times.join('\n')}
</svg>
`
await mkdir(dirname(output), { recursive: true })
await writeFile(output, svg)
