import type { HttpServer } from '../platform/http/server.ts'
import { nothingHere } from '../platform/problem/nothing-here.ts'
import { Problem } from '../platform/problem/problem.ts'
import { loadSdk } from './load-sdk.ts'
import { cachedBody, sendCached } from './send-cached.ts'

/** The SDK as a file that npm can install, under a name that stays and under the name of its version. */
export function serveSdk(app: HttpServer, folder: string): void {
  app.get<{ Params: { file: string } }>('/docs/sdk/:file', async (request, reply) => {
    const [name, version] = /^parley-sdk(?:-(\d[\w.-]*))?\.tgz$/.exec(request.params.file) ?? []
    if (name === undefined) throw nothingHere()
    const sdk = await loadSdk(folder)
    if (!sdk)
      throw new Problem(
        'not_found',
        'This installation was built without the SDK. Ask its operator for the file.',
      )
    if (version !== undefined && version !== sdk.version) {
      throw new Problem(
        'not_found',
        `This installation has version ${sdk.version} of the SDK: /docs/sdk/parley-sdk-${sdk.version}.tgz`,
      )
    }
    return sendCached(request, reply, {
      body: cachedBody(sdk.tarball),
      headers: {
        'content-type': 'application/gzip',
        'content-disposition': `attachment; filename="parley-sdk-${sdk.version}.tgz"`,
      },
      seconds: 300,
    })
  })
}
