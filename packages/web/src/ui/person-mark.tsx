import { IconPhone, IconUsers } from '@tabler/icons-react'
import { initialsOf } from '../lib/people.ts'
import classes from './person-mark.module.css'

interface MarkProps {
  readonly name: string
  readonly size?: number
  /** The name stands for several people. */
  readonly isShared?: boolean
}

/** Initials, or an icon if only the number is known or several people share it. */
export function PersonMark({ name, size = 36, isShared = false }: MarkProps) {
  const initials = initialsOf(name)
  return (
    <span
      className={classes['mark']}
      style={{ width: size, height: size, fontSize: size * 0.36 }}
      aria-hidden
    >
      {isShared ? (
        <IconUsers size={size * 0.5} stroke={1.75} />
      ) : (
        initials || <IconPhone size={size * 0.48} stroke={1.75} />
      )}
    </span>
  )
}
