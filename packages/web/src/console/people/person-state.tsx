import type { FirmPerson } from '@parley/contract'
import classes from '../console.module.css'

/** Whether somebody gets in, and what is missing. */
export function PersonState({ person }: { readonly person: FirmPerson }) {
  return (
    <span className={classes['chips']}>
      {statesOf(person).map(({ words, tone }) => (
        <span key={words} className={classes['chip']} data-tone={tone}>
          {words}
        </span>
      ))}
    </span>
  )
}

interface State {
  readonly words: string
  readonly tone: 'quiet' | 'notice' | 'danger'
}

function statesOf(person: FirmPerson): readonly State[] {
  if (!person.isActive) return [{ words: 'Deactivated', tone: 'danger' }]
  const hasEntered = person.hasPassword || person.hasSecondFactor || person.isManagedByDirectory
  return [
    ...(hasEntered ? [{ words: 'Active', tone: 'quiet' as const }] : []),
    ...(!hasEntered && person.dateTimeInvited ? [{ words: 'Invited', tone: 'notice' as const }] : []),
    ...(!hasEntered && !person.dateTimeInvited ? [{ words: 'Not invited', tone: 'notice' as const }] : []),
    ...(person.hasSecondFactor ? [{ words: 'Second factor', tone: 'quiet' as const }] : []),
    ...(person.isManagedByDirectory ? [{ words: 'Directory', tone: 'quiet' as const }] : []),
  ]
}
