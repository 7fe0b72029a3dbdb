import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { behaviourOf, behaviours } from './behaviour.ts'

describe('the behaviour of a number', () => {
  it.each(['+12025550123', '+12025559000', '+12125550199', '+442079460000', '+12025559016'])(
    'without a special ending, such as %s, is to deliver',
    phone => {
      expect(behaviourOf(phone)).toMatchObject({ answer: 'accepts', statuses: ['enroute', 'delivered'] })
      expect(behaviourOf(phone).reply).toBeUndefined()
    },
  )

  it.each(Object.keys(behaviours))('that ends in %s is the same in every area code', ending => {
    expect(behaviourOf(`+1202555${ending}`)).toBe(behaviours[ending])
    expect(behaviourOf(`+44207946${ending}`)).toBe(behaviours[ending])
  })

  it('to reply YES applies only to texts that ask for it', () => {
    const to = behaviourOf('+12025559003').reply?.to
    expect('Reply YES to agree or STOP to decline.').toMatch(to ?? /$^/)
    expect('Yesterday we spoke, yes?').not.toMatch(to ?? /^/)
  })

  it('is documented in the partner guide, word for word', async () => {
    const guide = await readFile('docs/partner/sandbox.md', 'utf8')
    for (const [ending, { does }] of Object.entries(behaviours)) {
      expect(guide).toContain(`| …${ending} | ${does} |`)
    }
  })
})
