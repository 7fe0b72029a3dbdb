import { type Html, html } from '../../../platform/http/pages/html.ts'

interface Hour {
  readonly delivered: number
  readonly failed: number
}

const [barWidth, gap, height] = [8, 2, 40]
/** The query counts no further. */
const countedMax = 1_000

/** Bars for 24 hours, oldest first: delivered below, failed above. */
export function renderSparkline(hours: readonly Hour[]): Html {
  const most = Math.max(1, ...hours.map(({ delivered, failed }) => delivered + failed))
  const scaled = (count: number): number =>
    count === 0 ? 0 : Math.max(2, Math.round((count / most) * height))
  const bars = hours.flatMap(({ delivered, failed }, index) => {
    const x = index * (barWidth + gap)
    const [low, high] = [scaled(delivered), scaled(failed)]
    const bar = (kind: string, y: number, size: number): Html[] =>
      size === 0 ? [] : [html`<rect class="${kind}" x="${x}" y="${y}" width="${barWidth}" height="${size}"/>`]
    return [...bar('delivered', height + 2 - low, low), ...bar('failed', height + 2 - low - high, high)]
  })
  const width = 24 * (barWidth + gap) - gap
  const label = `Last 24 hours: ${sumOf(hours, 'delivered')} delivered, ${sumOf(hours, 'failed')} failed`
  return html`<svg class="spark" viewBox="0 -2 ${width} ${height + 5}" preserveAspectRatio="none" role="img" aria-label="${label}">${bars}<rect class="axis" x="0" y="${height + 2}" width="${width}" height="1"/></svg>`
}

/** A plus sign if an hour had more than were counted. */
export function sumOf(hours: readonly Hour[], kind: keyof Hour): string {
  const sum = hours.reduce((total, hour) => total + hour[kind], 0)
  const isCut = hours.some(({ delivered, failed }) => delivered + failed >= countedMax)
  return `${sum.toLocaleString('en-US')}${isCut && sum > 0 ? '+' : ''}`
}
