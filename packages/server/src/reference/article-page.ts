import { type Html, html, trusted } from '../platform/http/pages/html.ts'
import { articleStyle, type Frame, renderFrame } from './render-frame.ts'

interface Article extends Frame {
  readonly title: string
  readonly main: Html
  /** Listed beside the article where the screen is wide. */
  readonly sections?: readonly { readonly id: string; readonly title: string }[]
}

/** A page of the documentation that needs no script. */
export function articlePage({ title, main, sections = [], ...page }: Article): string {
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} · Parley</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<link rel="icon" type="image/svg+xml" href="/oauth/assets/icon.svg">
<style>${trusted(articleStyle)}</style>
</head>
<body>
${renderFrame(page)}
<main id="content">
${main}
</main>
${
  sections.length > 1 &&
  html`<nav class="sections" aria-label="On this page">
<p>On this page</p>
<ul>
${sections.map(section => html`<li><a href="#${section.id}">${section.title}</a></li>\n`)}</ul>
</nav>`
}
</body>
</html>
`)
}
