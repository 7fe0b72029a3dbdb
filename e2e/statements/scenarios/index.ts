import type { Scenario } from '../scenario.ts'
import { accountScenarios } from './accounts.ts'
import { appScenarios } from './advisor-app.ts'
import { codeScenarios } from './authorization-code.ts'
import { authorizationScenarios } from './authorization-requests.ts'
import { batchScenarios } from './batches.ts'
import { flowScenarios } from './canonical-flow.ts'
import { consentScenarios } from './consent.ts'
import { contactSearchScenarios } from './contact-search.ts'
import { contactScenarios } from './contacts.ts'
import { contentScenarios } from './content.ts'
import { credentialScenarios } from './credentials.ts'
import { descriptionScenarios } from './description.ts'
import { environmentScenarios } from './environments.ts'
import { groupScenarios } from './groups.ts'
import { httpScenarios } from './http.ts'
import { outageScenarios } from './outages.ts'
import { pagingScenarios } from './paging.ts'
import { partnerKitScenarios } from './partner-kit.ts'
import { problemScenarios } from './problems.ts'
import { rateScenarios } from './rates.ts'
import { scheduleScenarios } from './schedules.ts'
import { textScenarios } from './texts.ts'

/** Slow ones first, so that short ones fill the gaps. */
export const scenarios: readonly Scenario[] = [
  ...environmentScenarios,
  ...httpScenarios,
  ...accountScenarios,
  ...credentialScenarios,
  ...authorizationScenarios,
  ...codeScenarios,
  ...partnerKitScenarios,
  ...outageScenarios,
  ...consentScenarios,
  ...textScenarios,
  ...scheduleScenarios,
  ...rateScenarios,
  ...flowScenarios,
  ...batchScenarios,
  ...contentScenarios,
  ...appScenarios,
  ...contactScenarios,
  ...contactSearchScenarios,
  ...groupScenarios,
  ...problemScenarios,
  ...pagingScenarios,
  ...descriptionScenarios,
]
