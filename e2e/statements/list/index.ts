import { addressBookResources } from './address-book-resources.ts'
import { authentication } from './authentication.ts'
import { decisions } from './decisions.ts'
import { endpoints } from './endpoints.ts'
import { errors } from './errors.ts'
import { service } from './service.ts'
import { textingResources } from './texting-resources.ts'

/** Every statement of the partner interface, and every decision on what it leaves open: number and title. */
export const statements: ReadonlyMap<string, string> = new Map(
  [service, textingResources, addressBookResources, endpoints, authentication, errors, decisions].flatMap(
    part => Object.entries(part),
  ),
)
