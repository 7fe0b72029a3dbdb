// A few weeks of realistic data for screenshots.
import type { Advisor } from './advisor.ts'

export const people = [
  ['Maria', 'Alvarez', '+12025550123'],
  ['Jordan', 'Whitfield', '+12025550134'],
  ['Priya', 'Raman', '+12025550145'],
  ['Theo', 'Lindqvist', '+12025550156'],
  ['Grace', 'Okafor', '+13125550167'],
  ['Samuel', 'Brandt', '+13125550178'],
  ['Hannah', 'Kowalski', '+14155550189'],
  ['Luis', 'Ferreira', '+14155550190'],
  ['Amelia', 'Stone', '+16175550112'],
  ['Noah', 'Bergstrom', '+16175550113'],
  ['Ingrid', 'Nakamura', '+442079460018'],
  ['Oliver', 'Dupont', '+12065550119'],
] as const

interface Demo {
  /** Member ids, in the order of the names. */
  readonly members: readonly number[]
  readonly contactIds: readonly number[]
  readonly groupId: number
}

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

export async function seedDemo({ partner }: Advisor): Promise<Demo> {
  const { body: group } = await partner('POST', '/core/contact/groups', { name: 'Thursday book club' })
  const groupId = group.id
  const contactIds: number[] = []
  for (const [firstName, lastName, phone] of people) {
    const { body } = await partner('POST', '/core/contact/contacts', {
      firstName,
      lastName,
      phone,
      emailAddress: `${firstName}.${lastName}@mail.test`.toLowerCase(),
      birthDate: '1974-06-02',
      clientAnniversary: '2015-09-14',
      maritalStatus: 2,
      address1: '482 Linden Avenue',
      city: 'Dayton',
      state: 'OH',
      postalCode: '45402',
    })
    contactIds.push(body.id)
    await partner('PUT', `/core/contact/contacts/${body.id}/groups`, { groupIds: [groupId] })
  }
  const phones = people.map(([, , phone]) => phone)
  const at = (place: number): string => phones[place] ?? ''
  const handset = (place: number): string => `/sandbox/handsets/${encodeURIComponent(at(place))}`
  const says = (place: number, text: string) => partner('POST', `${handset(place)}/replies`, { text })
  const send = (place: number, text: string) =>
    partner('POST', '/text/messaging/messages', { phone: at(place), text })

  await partner('POST', '/text/messaging/consent-requests', { phoneNumbers: phones.slice(0, 9) })
  await pause(3_000)
  for (const place of [0, 1, 2, 3, 4, 5, 6]) await says(place, place === 2 ? 'I agree' : 'YES')
  await pause(1_500)
  await send(5, 'Good afternoon Samuel, could we move our review to Thursday?')
  await send(4, 'Hello Grace, the transfer is complete.')
  await send(
    2,
    'Hello Priya, thank you for coming in yesterday. Here is the article I mentioned: https://library.parley.localhost/five-questions-to-ask-before-you-retire',
  )
  await send(1, 'Hi Jordan, your quarterly statement is in your portal. Any questions, I am here.')
  await send(3, 'Hi Theo, a short reminder of our call tomorrow at ten.')
  await send(0, 'Good morning Maria, the form you asked about is ready to sign. Shall I send it today?')
  await pause(2_000)
  await says(5, 'STOP')
  await pause(2_000)
  await send(5, 'Samuel, just one more question.')
  await send(9, 'Hi Noah, are you free on Friday?')
  await says(1, 'Thanks, will have a look tonight')
  await says(3, 'See you then')
  await says(0, 'Yes please! I can sign it this afternoon.')
  await says(0, 'Also, could we talk about the college fund for Elena next week?')

  const dayMs = 86_400_000
  const due = (days: number, hour: number): number => {
    const date = new Date(Date.now() + days * dayMs)
    return date.setUTCHours(hour, 0, 0, 0)
  }
  const later = (place: number, text: string, days: number, frequency: number) =>
    partner('POST', '/text/messaging/messages', {
      phone: at(place),
      text,
      scheduleDelivery: true,
      deliveryDate: due(days, 14 + (days % 5)),
      frequency,
    })
  await later(0, 'Maria, a reminder of our call on Friday at ten.', 2, 0)
  await later(1, 'Jordan, our monthly check-in is tomorrow.', 4, 4)
  await later(2, 'Happy birthday, Priya! I hope you have a wonderful day.', 6, 6)
  await later(3, 'Theo, your weekly market note is in the portal.', 3, 2)
  await later(4, 'Grace, required distributions are due by year end. Shall we plan yours?', 9, 0)
  await later(6, 'Hannah, here is the link to book a time.', 9, 0)
  await pause(1_500)

  const members: number[] = []
  for (const phone of phones) {
    const { body } = await partner('GET', `/text/messaging/consents?phone=${encodeURIComponent(phone)}`)
    members.push(body.memberId)
  }
  return { members, contactIds, groupId }
}
