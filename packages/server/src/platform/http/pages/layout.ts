import { readAsset } from '../../program/server-file.ts'
import { type Html, html, trusted } from './html.ts'

/** Colors of every page, light and dark. */
export const colors = readAsset('pages/colors.css')

export const assets = {
  style: `${colors}\n${readAsset('pages/pages.css')}`,
  passkeyScript: readAsset('pages/passkey.js'),
  icon: readAsset('pages/icon.svg'),
}

interface Layout {
  readonly title: string
  readonly main: Html
  readonly footer?: Html
  readonly head?: Html
  readonly isWide?: boolean
  readonly isSandbox?: boolean
}

/** A whole page. The style is inline: during a rolling upgrade, another process may not know the newest style sheet. */
export function layout({ title, main, footer, head, isWide = false, isSandbox = false }: Layout): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} · Parley</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<link rel="icon" type="image/svg+xml" href="/oauth/assets/icon.svg">
<style>${trusted(assets.style)}</style>
${head}
</head>
<body${isWide && html` class="wide"`}>
<header>
${mark}
<span class="brand">Parley</span>
${isSandbox && html`<span class="environment">Sandbox</span>`}
</header>
<main>
${main}
</main>
${footer && html`<footer>${footer}</footer>`}
</body>
</html>
`
  return String(page)
}

/** The logo. */
export const mark = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><path stroke="none" d="M9 3h14a7 7 0 0 1 7 7v8a7 7 0 0 1-7 7h-7.5l-5.9 4.6A1 1 0 0 1 8 28.8V25a7 7 0 0 1-6-7v-8a7 7 0 0 1 7-7z"/><path stroke-width="2.6" stroke-linecap="round" d="M10 11.5h12M10 17h7"/></svg>`
