import { showPhone } from './phone.ts'

interface Named {
  readonly phone: string
  readonly people: readonly { readonly fullName: string }[]
}

/** Names shown in full before the rest is counted. */
const namesShown = 3

/** The names on a number, each once: households share a number, and some contacts are there twice. */
const namesOf = ({ phone, people }: Named): string[] => [
  ...new Set(people.map(({ fullName }) => (fullName === phone ? showPhone(phone) : fullName))),
]

/** Name of the other person or people; failing that, the number. */
export function nameOf(named: Named): string {
  const names = namesOf(named)
  if (names.length === 0) return showPhone(named.phone)
  if (names.length <= namesShown) return joinNames(names)
  return `${names.slice(0, namesShown - 1).join(', ')} and ${names.length - namesShown + 1} others`
}

/** Whether several people read what is sent to this number. */
export const isShared = (named: Named): boolean => namesOf(named).length > 1

export const joinNames = (names: readonly string[]): string =>
  new Intl.ListFormat('en-US', { type: 'conjunction' }).format(names).replace(', and ', ' and ')

export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(word => /^\p{L}/u.test(word))
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    word => [...(word ?? '')][0] ?? '',
  )
  return letters.join('').toUpperCase()
}
