// A hundred people, and two spellings to find each one by: one of the name, one of the number.

interface Spelled {
  readonly firstName: string
  readonly lastName: string
  readonly phone: string
  /** What people type for the name. */
  readonly byName: string
  readonly byNumber: string
}

const firstNames =
  `José|Zoë|Renée|Łukasz|Søren|Ángel|François|Jürgen|Nuño|Chloé|Øyvind|Siân|Mélanie|Ilıç|Đặng|Anaïs|Björk|Inês|João|D’Arcy`.split(
    '|',
  )
const lastNames = `O’Connor|García López|Müller|Anne-Dubois|van der Berg`.split('|')

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(
      /[łøđıŁØĐ]/g,
      letter => ({ ł: 'l', ø: 'o', đ: 'd', ı: 'i', Ł: 'L', Ø: 'O', Đ: 'D' })[letter] ?? '',
    )
    .replaceAll('’', `'`)

const nameForms: readonly ((first: string, last: string) => string)[] = [
  (first, last) => plain(`${first} ${last}`),
  (first, last) => plain(`${last} ${first}`),
  (first, last) => plain(`${last}, ${first}`).toLowerCase(),
  (first, last) => `${first} ${last}`.normalize('NFD').toUpperCase(),
  (first, last) => `${first} ${last}`.replaceAll(/[’'-]/g, letter => (letter === '-' ? ' ' : '')),
]

const numberForms: readonly ((digits: string) => string)[] = [
  digits => `+1${digits}`,
  digits => `+1 ${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`,
  digits => `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`,
  digits => `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`,
  digits => `${digits.slice(0, 3)}.${digits.slice(3, 6)}.${digits.slice(6)}`,
  digits => `1 (${digits.slice(0, 3)}) ${digits.slice(3)}`,
  digits => `${digits.slice(3, 6)}-${digits.slice(6)}`,
  digits => digits.slice(2, 9),
]

export const spelledPeople: readonly Spelled[] = Array.from({ length: 100 }, (_, index) => {
  const firstName = firstNames[index % firstNames.length] ?? ''
  const lastName = lastNames[Math.floor(index / firstNames.length)] ?? ''
  // Seven digits in a row that no other number has.
  const digits = `${202 + index}5${String(3_571 + index * 41).padStart(6, '0')}`
  return {
    firstName,
    lastName,
    phone: `+1${digits}`,
    byName: nameForms[index % nameForms.length]?.(firstName, lastName) ?? '',
    byNumber: numberForms[index % numberForms.length]?.(digits) ?? '',
  }
})
