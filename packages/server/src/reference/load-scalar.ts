import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import Fastify from 'fastify'
import { type CachedBody, cachedBody } from './send-cached.ts'

let loading: Promise<CachedBody> | undefined

/**
 * Scalar's script, compressed, loaded on first use. The package holds its 4.3 MB only inside a Fastify plugin, whose own pages
 * need inline scripts: so we take the script from the plugin once and load it from our own page.
 */
export function loadScalar(): Promise<CachedBody> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<CachedBody> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
  const { statusCode, rawPayload } = await app.inject('/docs/js/scalar.js')
  await app.close()
  if (statusCode !== 200) throw new Error(`Scalar returned ${statusCode} for its own script`)
  return cachedBody(await promisify(gzip)(rawPayload))
}
