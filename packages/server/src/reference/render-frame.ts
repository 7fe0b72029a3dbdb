import { type Html, html } from '../platform/http/pages/html.ts'
import { colors, mark } from '../platform/http/pages/layout.ts'
import { readAsset } from '../platform/program/server-file.ts'
import { guides, overview } from './guides.ts'

/** Style of the header and the navigation, for every page of the documentation. */
export const frameStyle = `${colors}\n${readAsset('reference/frame.css')}`

/** Style of the pages that we render ourselves. */
export const articleStyle = `${frameStyle}\n${readAsset('reference/article.css')}`

export interface Frame {
  /** Address of the page itself, which the navigation marks. */
  readonly address: string
  readonly isSandbox: boolean
}

/**
 * Header and navigation. The menu is a popover where the page has no room for it, so it needs no script. All of it is one landmark,
 * because the reference has a banner of its own on phones.
 */
export function renderFrame({ address, isSandbox }: Frame): Html {
  const link = (target: string, label: string): Html => {
    const isPart = target !== '/docs' && address.startsWith(`${target}/`)
    const current = target === address ? 'page' : isPart && 'true'
    return html`<a href="${target}"${current && html` aria-current="${current}"`}>${label}</a>`
  }
  return html`<a class="skip" href="#content">Skip to the content</a>
<nav class="frame" aria-label="Documentation">
<div class="bar">
<a class="home" href="/">${mark}<span class="brand">Parley</span> <span class="area">Developers</span></a>
${isSandbox && html`<span class="environment">Sandbox</span>`}
<button type="button" popovertarget="navigation">Menu</button>
</div>
<div class="menu" id="navigation" popover>
<ul>
<li>${link('/', 'Start')}</li>
<li>${link(overview.address, overview.label)}
<ul>
${guides.map(guide => html`<li>${link(guide.address, guide.label)}</li>\n`)}</ul>
</li>
<li>${link('/docs', 'API reference')}</li>
<li>${link('/problems', 'Errors')}</li>
</ul>
</div>
</nav>`
}
