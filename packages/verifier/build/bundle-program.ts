import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** The source of verify.mjs. It imports modules of Node alone. */
export async function bundleProgram(): Promise<string> {
  const result = await build({
    configFile: false,
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'error',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: 'src/node/main.ts',
      write: false,
      target: 'node22',
      minify: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const outputs = Array.isArray(result) ? result : [result]
  const chunks = outputs.flatMap(each => ('output' in each ? each.output : []))
  const [chunk, ...more] = chunks.filter(each => each.type === 'chunk')
  if (!chunk || more.length > 0) throw new Error('The program is not one file')
  return chunk.code
}
