import { bundleMutations } from './bundles.ts'
import { eventMutations } from './events.ts'
import { firmMutations } from './firm.ts'
import { firstRelease } from './first-release.ts'
import { firstReleaseIdentity } from './first-release-identity.ts'
import { handoverMutations } from './handover.ts'
import type { Mutation } from './mutation.ts'
import { rotation } from './rotation.ts'
import { secondFactorMutations } from './second-factor.ts'
import { secondWave } from './second-wave.ts'

export const mutations: readonly Mutation[] = [
  ...firstRelease,
  ...firstReleaseIdentity,
  ...secondWave,
  ...eventMutations,
  ...rotation,
  ...firmMutations,
  ...handoverMutations,
  ...secondFactorMutations,
  ...bundleMutations,
]
