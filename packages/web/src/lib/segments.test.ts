import { describe, expect, it } from 'vitest'
import { segmentsOf, withPlainCharacters } from './segments.ts'

describe('the cost of a text', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    ['é'.repeat(160), 1],
    ['ж'.repeat(70), 1],
    ['ж'.repeat(71), 2],
  ])('%.12s… is %i', (text, count) => {
    expect(segmentsOf(text).count).toBe(count)
  })

  it('names the characters that increase it, and what plain ones would save', () => {
    const told = segmentsOf(`It’s “ready” — shall I send it${'.'.repeat(80)}`)
    expect(told).toMatchObject({ count: 2, plainCount: 1 })
    expect(told.special).toEqual(['’', '“', '”', '—'])
  })

  it('suggests nothing if plain characters would save nothing', () => {
    expect(segmentsOf('It’s').plainCount).toBeUndefined()
    expect(segmentsOf('🙂'.repeat(40)).plainCount).toBeUndefined()
  })

  it('leaves every other character unchanged', () => {
    expect(withPlainCharacters('“Ça va…” 🙂 it’s')).toBe('"Ça va..." 🙂 it\'s')
  })
})
