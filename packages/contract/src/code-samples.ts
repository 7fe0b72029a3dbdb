import type { Operation } from './operation.ts'
import type { operations } from './operations.ts'

type OperationId = keyof typeof operations

interface CodeSample {
  readonly lang: string
  readonly label: string
  readonly source: string
}

/** The same requests through the SDK, where `parley` is a client. Ids and phone numbers match the examples. */
const sdkSamples: Record<OperationId, string> = {
  getAccount: `const { textingNumber, consentRequired, plan } = await parley.account()`,
  sendMessage: `const { successes, failureDetails } = await parley.messages.send({
  phone: '+12025550123',
  text: 'Good morning Maria, the form you asked about is ready to sign. Shall I send it today?',
})`,
  getMessage: `const { status } = await parley.messages.get(1049601)`,
  readConversations: `for await (const { memberId, lastMessage } of parley.conversations.list()) {
  console.log(memberId, lastMessage.direction, lastMessage.text)
}`,
  readConversationMessages: `const { data } = await parley.conversations.messages(20481, { after: 1049601 })
for (const { direction, text } of data) console.log(direction, text)`,
  createEndpoint: `const { endpoint, secret } = await parley.endpoints.create({
  url: 'https://crm.example.com/hooks/parley',
  types: ['message.*', 'consent.accepted'],
})`,
  listEndpoints: 'const { data } = await parley.endpoints.list()',
  getEndpoint: 'const { status, pendingEntries } = await parley.endpoints.get(4097)',
  updateEndpoint: `await parley.endpoints.update(4097, { url: 'https://crm.example.com/hooks/parley' })`,
  deleteEndpoint: 'await parley.endpoints.delete(4097)',
  testEndpoint: 'const { outcome, milliseconds } = await parley.endpoints.test(4097)',
  rotateEndpointSecret: 'const { secret } = await parley.endpoints.rotateSecret(4097)',
  pauseEndpoint: 'await parley.endpoints.pause(4097)',
  resumeEndpoint: `await parley.endpoints.resume(4097, { from: 'stop' })`,
  replayEvents: `await parley.endpoints.replay(4097, { only: 'missed' })`,
  createConsoleLink: 'const { url } = await parley.endpoints.createConsoleLink()',
  listDeliveries: `const { data } = await parley.endpoints.deliveries(4097, { outcome: 'refused' })`,
  listScheduledMessages: `for await (const { text, nextDeliveryDate } of parley.schedules.list({ status: 'active' })) {
  console.log(text, nextDeliveryDate)
}`,
  getScheduledMessage: `const { nextDeliveryDate, firings } = await parley.schedules.get(30721)`,
  updateScheduledMessage: `await parley.schedules.update(30721, {
  text: 'Good morning Maria, our call is on Thursday.',
})`,
  cancelScheduledMessage: `await parley.schedules.cancel(30721)`,
  requestConsent: `const { successes, failures } = await parley.consents.request({
  phoneNumbers: ['+12025550148'],
})`,
  getConsent: `const { state, optedOut } = await parley.consents.get({ phone: '+12025550148' })`,
  lookUpConsents: `const { consents, notFound } = await parley.consents.lookUp([
  '+12025550148',
  '+12025550177',
])`,
  listConsentChanges: `for await (const { phone, state } of parley.consents.changes({ state: 'accepted' })) {
  console.log(phone, state)
}`,
  recordOptOut: `await parley.consents.recordOptOut({
  phone: '+12025550148',
  note: 'Asked by phone on Tuesday not to be texted.',
})`,
  listEvents: `const { data, cursor, hasMore } = await parley.events.list({ types: 'message.*,consent.accepted' })
for (const { event } of data) console.log(event.type, event.data)`,
  getEvent: `const { event } = await parley.events.get('evt_1049601')`,
  getEventProof: `const { proof } = await parley.events.prove('evt_1049601')`,
  createContact: `const { id } = await parley.contacts.create({
  firstName: 'Maria',
  lastName: 'Alvarez',
  emailAddress: 'maria.alvarez@mail.test',
  phone: '+12025550123',
})`,
  updateContact: `await parley.contacts.update(5121, { nickname: 'Mia', address2: null })`,
  upsertContacts: `const { results } = await parley.contacts.upsert([
  { externalContactId: 'crm-8842', firstName: 'Maria', phone: '+12025550123' },
])`,
  getContact: `const contact = await parley.contacts.get(5121)`,
  searchContacts: `for await (const contact of parley.contacts.search({ search: 'alvarez' })) {
  console.log(contact.fullName, contact.email)
}`,
  deleteContact: `await parley.contacts.delete(5121)`,
  replaceContactGroups: `await parley.contacts.replaceGroups(5121, { groupIds: [2049] })`,
  createGroup: `const { id } = await parley.groups.create({
  name: 'Retirement planning',
  externalGroupId: 'crm-4711',
})`,
  searchGroups: `const { data, pageInfo } = await parley.groups.search({ search: 'retire' })`,
  getGroup: `const { name, contactCount } = await parley.groups.get(2049)`,
  updateGroup: `await parley.groups.update(2049, { name: 'Retired' })`,
  changeGroupMembers: `const { added } = await parley.groups.changeMembers(2049, { add: [5121] })`,
  deleteGroup: `await parley.groups.delete(2049)`,
  searchContent: `const { data } = await parley.content.search({ search: 'retire', contentType: 'WebContent' })`,
  listHandsetMessages: `const { data } = await parley.sandbox.handset('+12025550123').messages()`,
  replyFromHandset: `await parley.sandbox.handset('+12025550123').reply('YES')`,
}

const queries: Partial<Record<OperationId, string>> = {
  readConversations: 'pageSize=25',
  listDeliveries: 'outcome=refused',
  readConversationMessages: 'after=1049601',
  listScheduledMessages: 'status=active',
  getConsent: 'phone=%2B12025550148',
  listConsentChanges: 'state=accepted',
  listEvents: 'types=message.*,consent.accepted&limit=20',
  searchContacts: 'search=alvarez&pageSize=25',
  searchGroups: 'search=retire',
  searchContent: 'search=retire&contentType=WebContent',
}

/** Replaces schema examples that would go out of date or are longer than a first sample should be. */
const bodies: Partial<Record<OperationId, object>> = {
  updateScheduledMessage: { text: 'Good morning Maria, our call is on Thursday.' },
  requestConsent: { phoneNumbers: ['+12025550148'] },
  createContact: {
    firstName: 'Maria',
    lastName: 'Alvarez',
    emailAddress: 'maria.alvarez@mail.test',
    phone: '+12025550123',
  },
  updateContact: { nickname: 'Mia', address2: null },
  replaceContactGroups: { groupIds: [2049] },
}

/** Requests to copy from the reference. The curl samples read BASE, TOKEN and KEY from the shell. */
export function codeSamples(operation: Operation): readonly CodeSample[] {
  const id = operation.id as OperationId
  return [
    { lang: 'Shell', label: 'curl', source: curlSample(operation, queries[id], bodies[id]) },
    { lang: 'JavaScript', label: 'SDK', source: sdkSamples[id] },
  ]
}

function curlSample(
  { method, path, params, body }: Operation,
  query: string | undefined,
  given: object | undefined,
): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(exampleOf(params?.properties[name]))),
  )
  const json = body && JSON.stringify(given ?? exampleOf(body), null, 2).replaceAll("'", String.raw`'\''`)
  const options = [
    // With a body, curl posts by itself.
    ...(method === 'GET' || (method === 'POST' && body) ? [] : [`-X ${method}`]),
    '-H "Authorization: Bearer $TOKEN"',
    '-H "x-api-key: $KEY"',
    ...(json ? ["-H 'Content-Type: application/json'", `-d '${json}'`] : []),
  ]
  return [`curl "$BASE${address}${query ? `?${query}` : ''}"`, ...options].join(' \\\n  ')
}

const exampleOf = (schema: unknown): unknown =>
  (schema as { readonly examples?: readonly unknown[] } | undefined)?.examples?.[0]
