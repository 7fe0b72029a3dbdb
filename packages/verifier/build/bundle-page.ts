import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = new URL('..', import.meta.url)
const font = createRequire(import.meta.url).resolve(
  '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
)

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The page verify.html: one file, which the browser does not let open a connection. */
export async function bundlePage(): Promise<string> {
  const script = escapeEnd(await bundleScript())
  const style = await styleText()
  const policy = [
    "default-src 'none'",
    // hash-wasm is compiled from bytes in the script itself.
    `script-src ${hashOf(script)} 'wasm-unsafe-eval'`,
    `style-src ${hashOf(style)}`,
    'font-src data:',
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const template = await readFile(new URL('src/page/page.html', root), 'utf8')
  const pieces: [RegExp, string][] = [
    [/<head>/, `<head>\n<meta http-equiv="Content-Security-Policy" content="${policy}">`],
    [/<link rel="stylesheet"[^>]*>/, `<style>${style}</style>`],
    [/<script type="module"[^>]*><\/script>/, `<script type="module">${script}</script>`],
  ]
  return pieces.reduce((page, [place, piece]) => {
    if (!place.test(page)) throw new Error(`The page has no ${place.source}`)
    // A function, because $ has a meaning in a replacement.
    return page.replace(place, () => piece)
  }, template)
}

async function bundleScript(): Promise<string> {
  const result = await build({
    configFile: false,
    root: fileURLToPath(root),
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('src/page/main.ts', root)),
        output: { codeSplitting: false },
      },
    },
  })
  const outputs = Array.isArray(result) ? result : [result]
  const chunks = outputs.flatMap(each => ('output' in each ? each.output : []))
  const [chunk, ...more] = chunks
  if (chunk?.type !== 'chunk' || more.length > 0) throw new Error('The script of the page is not one file')
  return chunk.code
}

/** A script ends at the first end tag, wherever that is. */
const escapeEnd = (script: string): string => script.replaceAll('</script', String.raw`<\/script`)

async function styleText(): Promise<string> {
  const style = await readFile(new URL('src/page/page.css', root), 'utf8')
  const face = (await readFile(font)).toString('base64')
  return `@font-face{font-family:"Inter Variable";font-weight:100 900;font-display:swap;src:url(data:font/woff2;base64,${face}) format("woff2")}\n${style}`
}
