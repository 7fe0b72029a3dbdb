import { assert, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { html, trusted } from './html.ts'

describe('html', () => {
  it.each([
    ['<script>alert(1)</script>', '&#60;script&#62;alert(1)&#60;/script&#62;'],
    ['" autofocus onfocus="alert(1)', '&#34; autofocus onfocus=&#34;alert(1)'],
    [`' onclick='alert(1)`, '&#39; onclick=&#39;alert(1)'],
    ['&lt;b&gt;', '&#38;lt;b&#38;gt;'],
    ['`', '&#96;'],
    [7, '7'],
  ])('escapes %s', (value, escaped) => {
    expect(String(html`<p title="${value}">${value}</p>`)).toBe(`<p title="${escaped}">${escaped}</p>`)
  })

  it('keeps markup, also in a list, and renders nothing for absent values', () => {
    const items = ['a', '<b>'].map(item => html`<li>${item}</li>`)
    const absent = { isGiven: false, value: undefined }
    expect(
      String(html`<ul>${items}</ul>${absent.isGiven && html`<hr>`}${absent.value}${trusted('<br>')}`),
    ).toBe('<ul><li>a</li><li>&#60;b&#62;</li></ul><br>')
  })

  it('does not take an object of the same shape for markup', () => {
    const forged = JSON.parse('{"text":"<script>","length":0}')
    expect(() => String(html`<p>${forged}</p>`)).toThrow(TypeError)
  })

  it('lets no value break out of its place in the markup', () => {
    assert(
      property(string({ unit: 'binary' }), value => {
        const inner = String(html`${value}`)
        expect(inner).not.toMatch(/[<>"'`]/)
        const read = inner.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
        expect(read).toBe(value)
      }),
    )
  })
})
