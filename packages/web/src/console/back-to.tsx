import { IconArrowLeft } from '@tabler/icons-react'
import classes from './console.module.css'
import { ConsoleLink, type ConsolePath } from './link.tsx'

interface BackProps {
  readonly to: ConsolePath
  readonly label: string
}

export const BackTo = ({ to, label }: BackProps) => (
  <ConsoleLink to={to} className={classes['back'] ?? ''}>
    <IconArrowLeft size={15} aria-hidden />
    {label}
  </ConsoleLink>
)
