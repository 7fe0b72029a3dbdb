import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createTestServer, listen, testOrigin } from '../../test/servers/http.ts'
import { serveReference } from './serve-reference.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Packed before the tests. */
    sdkTarball: string
  }
}

const run = promisify(execFile)
const version = '7.8.9'
const app = createTestServer()
let folder: string
let origin: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-packed-'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ version }))
  serveReference(app, { config: { publicOrigin: testOrigin, environment: 'production' }, sdk: folder })
  origin = (await listen(app)).url
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

describe('/docs/sdk', () => {
  const address = '/docs/sdk/parley-sdk.tgz'

  it('explains that the installation was built without the SDK', async () => {
    const answer = await app.inject(address)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({
      code: 'not_found',
      detail: 'This installation was built without the SDK. Ask its operator for the file.',
    })
  })

  describe('with a packed SDK', () => {
    beforeAll(() => copyFile(inject('sdkTarball'), join(folder, `parley-sdk-${version}.tgz`)))

    it.each(['parley-sdk.tgz', `parley-sdk-${version}.tgz`])(
      'npm installs %s in an empty folder',
      async file => {
        const project = await mkdtemp(join(tmpdir(), 'parley-partner-'))
        await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }')
        // A registry that nobody runs: the package must need nothing else.
        const flags = ['--registry=http://127.0.0.1:9', '--no-audit', '--loglevel=error', '--cache=.npm']
        await run('npm', ['install', ...flags, `${origin}/docs/sdk/${file}`], { cwd: project })
        const program = `import { Parley } from '@parley/sdk'; console.log(typeof new Parley({ baseUrl: 'https://parley.example/v1', apiKey: 'key', accessToken: 'token' }).messages.send)`
        const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], {
          cwd: project,
        })
        expect(stdout).toBe('function\n')
        await rm(project, { recursive: true })
      },
    )

    it('is the packed file, cached, compared by its tag, and answers HEAD', async () => {
      const answer = await app.inject(address)
      expect(answer.rawPayload.equals(await readFile(inject('sdkTarball')))).toBe(true)
      expect(answer.headers).toMatchObject({
        'content-type': 'application/gzip',
        'content-disposition': `attachment; filename="parley-sdk-${version}.tgz"`,
        'cache-control': 'public, max-age=300',
      })
      const headers = { 'if-none-match': String(answer.headers.etag) }
      expect((await app.inject({ url: address, headers })).statusCode).toBe(304)
      const head = await app.inject({ method: 'HEAD', url: address })
      expect([head.statusCode, head.headers.etag]).toEqual([200, answer.headers.etag])
    })

    it('names the version it has instead of another', async () => {
      const answer = await app.inject('/docs/sdk/parley-sdk-0.0.1.tgz')
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ detail: expect.stringContaining(`parley-sdk-${version}.tgz`) })
    })

    it.each(['package.json', '..%2Fpackage.json', 'parley-sdk-..%2F7.8.9.tgz', 'parley-sdk-.tgz'])(
      'serves no other file: %s',
      async file => {
        expect((await app.inject(`/docs/sdk/${file}`)).statusCode).toBe(404)
      },
    )
  })
})
