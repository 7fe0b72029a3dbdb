import { type Html, html, trusted } from '../../../platform/http/pages/html.ts'
import { assets, layout } from '../../../platform/http/pages/layout.ts'
import { pageHeaders, styleSource } from '../../../platform/http/pages/page-headers.ts'
import { readAsset } from '../../../platform/program/server-file.ts'

const style = readAsset('console/console.css')

export interface Frame {
  readonly applicationName: string
  /** Proves that a form is ours. */
  readonly token: string
  readonly isSandbox: boolean
}

interface FramedPage extends Frame {
  readonly title: string
  readonly tab: 'endpoints' | 'verify'
  readonly main: Html
}

const tabs = {
  endpoints: ['/developer', 'Endpoints'],
  verify: ['/developer/verify', 'Verify a signature'],
} as const

/** A page of the developers' console, inside a session. */
export function renderFrame({ title, tab, main, applicationName, token, isSandbox }: FramedPage): string {
  return layout({
    title: `${title} · ${applicationName}`,
    isSandbox,
    head: html`<style>${trusted(style)}</style>`,
    main: html`<nav aria-label="Console">${Object.entries(tabs).map(
      ([name, [address, label]]) =>
        html`<a href="${address}"${name === tab && html` aria-current="page"`}>${label}</a>`,
    )}</nav>
${main}`,
    footer: html`<div>Developers’ console of <b><bdi>${applicationName}</bdi></b>. <form method="post" action="/developer/leave"><input type="hidden" name="token" value="${token}"><button class="link">Leave</button></form></div>`,
  })
}

/** A page outside a session. */
export const renderPlain = (title: string, isSandbox: boolean, main: Html): string =>
  layout({ title, isSandbox, main })

export const consoleHeaders = (publicOrigin: string): Record<string, string> =>
  pageHeaders({
    publicOrigin,
    policy: { 'style-src': `${styleSource(assets.style)} ${styleSource(style)}` },
  })

export const hidden = (token: string): Html => html`<input type="hidden" name="token" value="${token}">`

export const moment = (date: Date): Html => {
  const text = date.toISOString()
  return html`<time datetime="${text}">${text.slice(0, 19).replace('T', ' ')}</time>`
}
