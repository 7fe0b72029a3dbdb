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

export const mutationsBySubject: Readonly<Record<string, readonly Mutation[]>> = {
  'Consent, texts and the address book': firstRelease,
  'Access for applications and people': firstReleaseIdentity,
  'Hostile input, races and the sealed log': secondWave,
  Events: eventMutations,
  'Secrets that are replaced': rotation,
  'A firm’s directory and sign-in': firmMutations,
  'Handing a book over': handoverMutations,
  'Second factors and links': secondFactorMutations,
  'Evidence bundles': bundleMutations,
}

export const mutations: readonly Mutation[] = Object.values(mutationsBySubject).flat()
