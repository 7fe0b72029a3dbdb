import { Button } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useDeferredValue, useMemo } from 'react'
import { limits } from '../../lib/contract.ts'
import { segmentsOf, withPlainCharacters } from '../../lib/segments.ts'
import classes from './text-box.module.css'

interface CostProps {
  readonly text: string
  readonly onChange: (text: string) => void
}

/** How many texts the carrier makes of what is written, and what makes it more than need be. */
export default function TextCost({ text, onChange }: CostProps) {
  const settled = useDeferredValue(text)
  const { count, characters, special, plainCount } = useMemo(() => segmentsOf(settled), [settled])
  const left = limits.textCharacters - text.length
  return (
    <div className={classes['cost']}>
      <span className={classes['count']} aria-live="off">
        {count === 0
          ? 'Nothing written'
          : `${characters} characters · ${count} ${count === 1 ? 'text' : 'texts'}`}
        {left < 100 && ` · ${left} left`}
      </span>
      {plainCount !== undefined && (
        <span className={classes['hintBox']} role="status">
          <IconInfoCircle size={15} aria-hidden />
          <span>
            Typographic characters ({special.slice(0, 4).join(' ')}) make this {count} texts instead of{' '}
            {plainCount}.
          </span>
          <Button size="compact-xs" variant="light" onClick={() => onChange(withPlainCharacters(text))}>
            Use plain ones
          </Button>
        </span>
      )}
      {plainCount === undefined && special.length > 0 && (
        <span className={classes['hintBox']}>
          <IconInfoCircle size={15} aria-hidden />
          <span>
            {special.slice(0, 4).join(' ')} {special.length === 1 ? 'is' : 'are'} outside the phone alphabet:
            a text holds 70 characters instead of 160.
          </span>
        </span>
      )}
    </div>
  )
}
