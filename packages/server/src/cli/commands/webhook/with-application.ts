import { findApplication } from '../../../identity/index.ts'
import type { Database } from '../../../platform/db/pool.ts'
import type { Manager } from '../../../webhooks/index.ts'
import { type Operated, operatorOf } from '../../terminal/operator.ts'
import { wholeNumber } from '../../terminal/whole-number.ts'
import { withDatabase } from '../../terminal/with-database.ts'

export const appArgument = ['<client id>', 'from parley app list'] as const
export const endpointArgument = [
  '<endpoint id>',
  'from parley app webhook list',
  wholeNumber(1, Number.MAX_SAFE_INTEGER),
] as const

type Application = Awaited<ReturnType<typeof findApplication>>

interface ApplicationParts {
  readonly database: Database
  readonly isSandbox: boolean
  readonly application: Application
}

/** Runs a command for one application of this installation. */
export const withApplication = (
  clientId: string,
  work: (parts: ApplicationParts) => Promise<void>,
): Promise<void> =>
  withDatabase(async ({ database, environment }) =>
    work({
      database,
      isSandbox: environment === 'sandbox',
      application: await findApplication(database, clientId),
    }),
  )

/** The operator, acting for the application. */
export const managerOf = ({ id }: Application, options: Operated): Manager => ({
  applicationId: id,
  actor: operatorOf(options),
  traceId: null,
})
