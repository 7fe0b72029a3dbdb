import { createDice } from '../../packages/server/src/addressbook/create-dice.ts'
import { pick } from './dice.ts'
import { groupTopics, lastNames } from './names.ts'

const types = ['WebContent', 'Emails', 'SocialPosts', 'Print', 'DownloadContent'] as const

/** Items for everyone, each with words of its own. */
export function* inventContent(count: number) {
  for (let number = 0; number < count; number += 1) {
    const roll = createDice(number)
    const topic = pick(groupTopics, roll)
    yield {
      place: `item ${number}`,
      key: `bench-${number}`,
      type: pick(types, roll),
      title: `${topic} with ${pick(lastNames, roll)} and ${pick(lastNames, roll)}`,
      url: `https://library.example/${number}`,
      summary: `What ${pick(lastNames, roll)} asks about ${topic.toLowerCase()}, and what to answer in ${2000 + roll(27)}`,
      published: new Date(Date.UTC(2019, 0, 1) + number * 1_000_000).toISOString(),
    }
  }
}
