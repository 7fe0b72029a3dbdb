import { UserSchema } from './user-schema.ts'

export const pageUsersMax = 100

/** What a directory may ask for, as RFC 7643 section 5 writes it. */
export const serviceProviderConfig = (basePath: string): object => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  documentationUri: 'https://datatracker.ietf.org/doc/html/rfc7644',
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: pageUsersMax },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The token that the operator of this installation gave to the firm.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${basePath}/ServiceProviderConfig` },
})

export const userResourceType = (basePath: string): object => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: 'User',
  name: 'User',
  description: 'A person of the firm',
  endpoint: '/Users',
  schema: UserSchema.id,
  meta: { resourceType: 'ResourceType', location: `${basePath}/ResourceTypes/User` },
})

export const userSchemaDescription = (basePath: string): object =>
  UserSchema.definition.describe(`${basePath}/Schemas`)

/** Lists are never longer than a page. */
export const listResponse = (
  resources: readonly object[],
  { total = resources.length, startIndex = 1 } = {},
): object => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})
