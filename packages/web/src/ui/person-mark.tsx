import { IconPhone } from '@tabler/icons-react'
import { initialsOf } from '../lib/people.ts'
import classes from './person-mark.module.css'

/** Initials, or a phone icon if only the number is known. */
export function PersonMark({ name, size = 36 }: { readonly name: string; readonly size?: number }) {
  const initials = initialsOf(name)
  return (
    <span
      className={classes['mark']}
      style={{ width: size, height: size, fontSize: size * 0.36 }}
      aria-hidden
    >
      {initials || <IconPhone size={size * 0.48} stroke={1.75} />}
    </span>
  )
}
