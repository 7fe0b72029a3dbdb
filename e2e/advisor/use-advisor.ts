import { vi } from 'vitest'
import { onSharedInstallation } from '../installation.ts'
import { type Advisor, advisorOf } from './advisor.ts'

/** An advisor with a browser for all tests of a file, which each have many steps. Usable in hooks and tests. */
export function useAdvisor(on = onSharedInstallation): Advisor {
  vi.setConfig({ testTimeout: 960_000, hookTimeout: 1_200_000 })
  const advisor = {} as Advisor
  on(async service => {
    Object.assign(advisor, await advisorOf(service))
    return () => advisor.close()
  })
  return advisor
}
