import { Button, Loader, Skeleton } from '@mantine/core'
import { IconCloudOff, IconMoodEmpty, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Failure, messageOf } from '../lib/failure.ts'
import classes from './states.module.css'

interface EmptyProps {
  readonly title: string
  readonly children?: ReactNode
  readonly Icon?: TablerIcon
  readonly action?: ReactNode
}

export function Empty({ title, children, Icon = IconMoodEmpty, action }: EmptyProps) {
  return (
    <div className={classes['state']}>
      <span className={classes['icon']}>
        <Icon size={28} stroke={1.5} aria-hidden />
      </span>
      <p className={classes['title']}>{title}</p>
      {children && <div className={classes['words']}>{children}</div>}
      {action && <div className={classes['action']}>{action}</div>}
    </div>
  )
}

interface WrongProps {
  readonly error: unknown
  readonly retry?: (() => void) | undefined
  readonly action?: ReactNode
}

export function Wrong({ error, retry, action }: WrongProps) {
  const trace = error instanceof Failure ? error.problem?.traceId : undefined
  return (
    <div className={classes['state']} role="alert">
      <span className={classes['icon']} data-wrong>
        <IconCloudOff size={28} stroke={1.5} aria-hidden />
      </span>
      <p className={classes['title']}>This could not be loaded</p>
      <div className={classes['words']}>
        {messageOf(error)}
        {trace && <div className={classes['trace']}>Reference for support: {trace.slice(0, 8)}</div>}
      </div>
      {retry && (
        <Button className={classes['action']} variant="default" onClick={retry}>
          Try again
        </Button>
      )}
      {action}
    </div>
  )
}

export function Waiting({ words = 'Loading' }: { readonly words?: string }) {
  return (
    <div className={classes['state']} role="status">
      <Loader size="sm" aria-hidden />
      <span className={classes['words']}>{words}…</span>
    </div>
  )
}

/** Placeholder for a list that is loading. */
export function WaitingLines({
  lines = 8,
  height = 52,
}: {
  readonly lines?: number
  readonly height?: number
}) {
  return (
    <div className={classes['lines']} role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} height={height} radius="md" style={{ opacity: 1 - index / (lines + 2) }} />
      ))}
    </div>
  )
}
