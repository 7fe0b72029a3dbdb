import type { FirmPolicyTextCheck } from '@parley/contract'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { segmentsOf } from '../../lib/segments.ts'
import classes from './policy.module.css'

type Check = Pick<FirmPolicyTextCheck, 'rendered' | 'mistakes' | 'warnings'>

interface ViewProps {
  readonly check: Check | undefined
  /** What the client wrote before it. */
  readonly after: string | undefined
}

/** A text as it arrives on a client's phone, and what the lints say. */
export function ClientView({ check, after }: ViewProps) {
  if (!check) {
    return (
      <div className={classes['phone']}>
        <p className={classes['none']}>Nothing is sent.</p>
      </div>
    )
  }
  const { count, characters } = segmentsOf(check.rendered)
  return (
    <div>
      <div className={classes['phone']}>
        {after !== undefined && (
          <p className={classes['sent']}>
            <span className={classes['who']}>Client: </span>
            {after}
          </p>
        )}
        <p className={classes['received']}>
          <span className={classes['who']}>Firm: </span>
          {check.rendered === '' ? ' ' : check.rendered}
        </p>
        <p className={classes['size']}>
          {characters} characters, {count} {count === 1 ? 'text' : 'texts'}
        </p>
      </div>
      <Lints check={check} />
    </div>
  )
}

function Lints({ check: { mistakes, warnings } }: { readonly check: Check }) {
  if (mistakes.length + warnings.length === 0) {
    return (
      <p className={classes['lint']} data-tone="good">
        <IconCircleCheck size={16} aria-hidden />
        Says everything it should.
      </p>
    )
  }
  return (
    <ul className={classes['lints']}>
      {mistakes.map(words => (
        <li key={words} className={classes['lint']} data-tone="danger">
          <IconCircleX size={16} aria-label="Mistake:" />
          {words}
        </li>
      ))}
      {warnings.map(words => (
        <li key={words} className={classes['lint']} data-tone="notice">
          <IconAlertTriangle size={16} aria-label="Advice:" />
          {words}
        </li>
      ))}
    </ul>
  )
}
