import { html, trusted } from '../platform/http/pages/html.ts'
import { readAsset } from '../platform/program/server-file.ts'
import { frameStyle, renderFrame } from './render-frame.ts'

export const startScript = readAsset('reference/start.js')

/** Scalar writes its styles into the page at run time; scripts and everything else come only from this service. */
export const referencePolicy = {
  'script-src': "'self'",
  'style-src': "'unsafe-inline'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'form-action': "'none'",
}

/** The page that renders the reference. */
export function referencePage({ isSandbox }: { readonly isSandbox: boolean }): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${isSandbox && 'Sandbox · '}API reference · Parley</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="/oauth/assets/icon.svg">
<style>${trusted(frameStyle)}</style>
</head>
<body class="reference">
${renderFrame({ address: '/docs', isSandbox })}
<noscript>
<h1>API reference</h1>
<p>The reference needs JavaScript. Its source is <a href="/openapi.json">openapi.json</a>, and <a href="/problems">every error</a> has a page that does not.</p>
</noscript>
<div id="content"><div id="reference"></div></div>
<script src="/docs/scalar.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`
  return String(page)
}
