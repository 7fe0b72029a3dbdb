import { describe, expect, it } from 'vitest'
import { segmentsOf, withPlainCharacters } from './segments.ts'

describe('what a text costs', () => {
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

  it('tells which characters make it dearer, and what plain ones would save', () => {
    const told = segmentsOf(`It’s “ready” — shall I send it${'.'.repeat(80)}`)
    expect(told).toMatchObject({ count: 2, plainCount: 1 })
    expect(told.special).toEqual(['’', '“', '”', '—'])
  })

  it('offers nothing where plain characters would save nothing', () => {
    expect(segmentsOf('It’s').plainCount).toBeUndefined()
    expect(segmentsOf('🙂'.repeat(40)).plainCount).toBeUndefined()
  })

  it('keeps every other character as it was', () => {
    expect(withPlainCharacters('“Ça va…” 🙂 it’s')).toBe('"Ça va..." 🙂 it\'s')
  })
})
