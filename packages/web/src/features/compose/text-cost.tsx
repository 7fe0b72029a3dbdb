import { Button } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useDeferredValue, useMemo } from 'react'
import { segmentsOf, withPlainCharacters } from '../../lib/segments.ts'
import classes from './text-box.module.css'
import { charactersOver } from './text-length.ts'

interface CostProps {
  readonly text: string
  readonly onChange: (text: string) => void
}

/** Number of texts the carrier will charge, and which characters increase it. */
export default function TextCost({ text, onChange }: CostProps) {
  const settled = useDeferredValue(text)
  const { count, characters, special, plainCount } = useMemo(() => segmentsOf(settled), [settled])
  const over = charactersOver(text)
  return (
    <div className={classes['cost']}>
      <span className={classes['count']} aria-live="off">
        {count === 0
          ? '0 characters'
          : `${characters} characters · ${count} ${count === 1 ? 'text' : 'texts'}`}
        {over > -100 && over <= 0 && ` · ${-over} left`}
      </span>
      {over > 0 && (
        <strong className={classes['over']} role="alert">
          {over.toLocaleString()} {over === 1 ? 'character' : 'characters'} too long. Shorten the text to send
          it.
        </strong>
      )}
      {plainCount !== undefined && (
        <span className={classes['hintBox']} role="status">
          <IconInfoCircle size={15} aria-hidden />
          <span>
            Typographic characters ({special.slice(0, 4).join(' ')}) make this {count} texts instead of{' '}
            {plainCount}.
          </span>
          <Button size="compact-xs" variant="light" onClick={() => onChange(withPlainCharacters(text))}>
            Replace with plain characters
          </Button>
        </span>
      )}
      {plainCount === undefined && special.length > 0 && (
        <span className={classes['hintBox']}>
          <IconInfoCircle size={15} aria-hidden />
          <span>
            {special.slice(0, 4).join(' ')}{' '}
            {special.length === 1 ? 'isn’t a standard SMS character' : 'aren’t standard SMS characters'}, so
            each text holds 70 characters instead of 160.
          </span>
        </span>
      )}
    </div>
  )
}
