import { visibleText } from '@parley/evidence'

type Child = Node | string

const visibleLines = (text: string): string => text.split('\n').map(visibleText).join('\n')

/** Text is always text: nothing of a bundle is read as HTML. */
export function element(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Child[]
): HTMLElement {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children.map(child => (typeof child === 'string' ? visibleLines(child) : child)))
  return made
}

export function find(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The page has no element ${id}`)
  return found
}

export const findInput = (id: string): HTMLInputElement => find(id) as HTMLInputElement

/** A drawing of one path. */
export function icon(path: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  line.setAttribute('d', path)
  svg.append(line)
  return svg
}
