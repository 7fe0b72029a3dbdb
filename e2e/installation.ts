// The installations that test files use.
import { it } from 'vitest'
import { freePort } from './free-port.ts'
import { type Service, startService } from './service.ts'

interface End {
  readonly onCleanup: (end: () => Promise<void>) => void
}

// Vitest reads from the first parameter which other fixtures it needs.
// oxlint-disable-next-line eslint/no-empty-pattern
async function install({}, { onCleanup }: End): Promise<Service> {
  const service = await startService(await freePort())
  onCleanup(() => service.stop())
  return service
}

const shared = it.extend('service', { scope: 'worker' }, install)
const fresh = it.extend('service', { scope: 'file' }, install)

/** Runs before the tests of a file. May return what to run after them. */
type Begin = (service: Service) => unknown

/**
 * One installation for all test files of a worker, which run one after the other. It has the contacts and texts of the files
 * before, so a file uses contacts and phones that it adds. It ends with the worker, whatever has failed.
 */
export const onSharedInstallation = (begin: Begin): void => shared.beforeAll(({ service }) => begin(service))

/** For a test file that counts everything, changes people or firms, or stops what the service needs. */
export const onFreshInstallation = (begin: Begin): void => fresh.beforeAll(({ service }) => begin(service))
