import { createSeededRandom } from '../../packages/server/src/platform/random/seeded-random.ts'
import { groupTopics, lastNames } from './names.ts'
import { pick } from './pick.ts'

const types = ['WebContent', 'Emails', 'SocialPosts', 'Print', 'DownloadContent'] as const

/** Items for everyone, each with distinct words. */
export function* inventContent(count: number) {
  for (let number = 0; number < count; number += 1) {
    const random = createSeededRandom(number)
    const topic = pick(groupTopics, random)
    yield {
      place: `item ${number}`,
      key: `bench-${number}`,
      type: pick(types, random),
      title: `${topic} with ${pick(lastNames, random)} and ${pick(lastNames, random)}`,
      url: `https://library.example/${number}`,
      summary: `What ${pick(lastNames, random)} asks about ${topic.toLowerCase()}, and what to answer in ${2000 + random(27)}`,
      published: new Date(Date.UTC(2019, 0, 1) + number * 1_000_000).toISOString(),
    }
  }
}
