// The gate's check of both images: the one without a registry, built twice, and the one of the Dockerfile.
import { expect } from '../common/expect.ts'
import { run } from '../common/run.ts'
import { useContainers } from '../common/use-containers.ts'
import { buildImage } from './build-image.ts'
import { checkImage } from './check-image.ts'
import { buildDockerfile } from './dockerfile-image.ts'

const limitBytes = 300e6
const [image, ofDockerfile] = ['localhost/parley:ci', 'localhost/parley-dockerfile:ci']

const since = performance.now()
await useContainers()
const first = await buildImage(image)
expect(first.bytes <= limitBytes, `the image has ${first.bytes} bytes`)
await checkImage(image)
const shell = await run('podman', ['run', '--rm', '--entrypoint', '/bin/sh', image]).catch(
  (error: Error) => error.message,
)
expect(/no such file|not found/i.test(shell), 'the image has a shell')
const second = await buildImage(image)
expect(first.digest === second.digest, `two builds differ: ${first.digest}, ${second.digest}`)
console.log(
  `image: ${(first.bytes / 1e6).toFixed(0)} MB, ready, stopped, the same twice after ${seconds()} s`,
)

await buildDockerfile(ofDockerfile)
await checkImage(ofDockerfile)
console.log(`Dockerfile: built, ready, stopped after ${seconds()} s`)
console.log(first.digest)

function seconds(): string {
  return ((performance.now() - since) / 1_000).toFixed(0)
}
