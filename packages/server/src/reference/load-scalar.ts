import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import Fastify from 'fastify'

interface Script {
  readonly gzipped: Buffer
  readonly plain: () => Promise<Buffer>
}

let loading: Promise<Script> | undefined

/**
 * The reference's program, from the first time that somebody asks for it. The package holds its 4.3 MB only inside a
 * Fastify plugin, whose own pages need inline scripts: so the plugin answers once, here, and pages of ours load it.
 */
export function loadScalar(): Promise<Script> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<Script> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
  const { statusCode, rawPayload } = await app.inject('/docs/js/scalar.js')
  await app.close()
  if (statusCode !== 200) throw new Error(`Scalar answered ${statusCode} for its own script`)
  const gzipped = await promisify(gzip)(rawPayload)
  return { gzipped, plain: () => promisify(gunzip)(gzipped) }
}
