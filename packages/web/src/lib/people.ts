import { showPhone } from './phone.ts'

interface Named {
  readonly phone: string
  readonly people: readonly { readonly fullName: string }[]
}

/** Name of the other person or people, because households share a number; failing that, the number. */
export function nameOf({ phone, people }: Named): string {
  const names = people.map(({ fullName }) => (fullName === phone ? showPhone(phone) : fullName))
  if (names.length === 0) return showPhone(phone)
  if (names.length <= 2) return names.join(' and ')
  return `${names[0]} and ${names.length - 1} others`
}

export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(word => /^\p{L}/u.test(word))
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    word => [...(word ?? '')][0] ?? '',
  )
  return letters.join('').toUpperCase()
}
