import type { ContactImport } from '@parley/contract'
import classes from './contacts.module.css'

/** What an import does, in numbers: before it starts, or so far. */
export function ImportVerdict({
  counts: { state, created, refused, duplicates, doubtful, lines, linesDone },
}: {
  readonly counts: ContactImport
}) {
  const isDraft = state === 'draft'
  const isOver = state === 'finished' || state === 'failed'
  const would = isDraft ? 'would be ' : ''
  return (
    <div className={classes['verdict']} role="status">
      <span>
        <strong>{created.toLocaleString()}</strong> {created === 1 ? 'contact' : 'contacts'} {would}added
      </span>
      {doubtful > 0 && (
        <span>
          <strong>{doubtful.toLocaleString()}</strong> of them without a value we couldn’t read
        </span>
      )}
      {duplicates > 0 && (
        <span>
          <strong>{duplicates.toLocaleString()}</strong> already in your contacts
        </span>
      )}
      {refused > 0 && (
        <span data-bad>
          <strong>{refused.toLocaleString()}</strong> {refused === 1 ? 'row' : 'rows'} {would}skipped
        </span>
      )}
      {!isDraft && !isOver && (
        <span>
          {linesDone.toLocaleString()} of {lines.toLocaleString()} rows. You can leave this page.
        </span>
      )}
    </div>
  )
}
