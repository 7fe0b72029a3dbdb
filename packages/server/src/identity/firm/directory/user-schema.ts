import { Types } from 'scimmy'

const { Attribute, Schema, SchemaDefinition } = Types
type SchemaDefinition = InstanceType<typeof SchemaDefinition>

/** What we keep of a user. Directories send more, which is dropped: fewer personal data to hold. */
const definition = new SchemaDefinition(
  'User',
  'urn:ietf:params:scim:schemas:core:2.0:User',
  'A person of the firm',
  [
    new Attribute('string', 'userName', {
      required: true,
      uniqueness: 'server',
      description: 'What the directory calls the person, mostly the e-mail address.',
    }),
    new Attribute('complex', 'name', { description: 'The name, in parts.' }, [
      new Attribute('string', 'formatted', { description: 'The whole name.' }),
      new Attribute('string', 'givenName', { description: 'The given name.' }),
      new Attribute('string', 'familyName', { description: 'The family name.' }),
    ]),
    new Attribute('string', 'displayName', { description: 'The name as it is shown.' }),
    new Attribute('boolean', 'active', {
      description: 'False: the person is signed out everywhere, and cannot sign in or text.',
    }),
    new Attribute(
      'complex',
      'emails',
      {
        multiValued: true,
        description: 'The primary address, or else the first one, is the one to sign in with.',
      },
      [
        new Attribute('string', 'value', { description: 'An e-mail address.' }),
        new Attribute('string', 'type', { description: 'Such as work.' }),
        new Attribute('boolean', 'primary', { description: 'The preferred address.' }),
      ],
    ),
  ],
)

/** The User of RFC 7643, reduced to what we keep. */
export class UserSchema extends Schema {
  static override get id(): string {
    return definition.id
  }

  static override get definition(): SchemaDefinition {
    return definition
  }

  constructor(resource: object, direction: 'in' | 'out' | 'both' = 'both', basePath?: string) {
    super(resource, direction)
    Object.assign(this, definition.coerce(resource, direction, basePath))
  }
}
