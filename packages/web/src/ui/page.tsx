import type { ReactNode } from 'react'
import { useEffect } from 'react'
import classes from './page.module.css'

interface PageProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
  /** For forms, which are hard to read in wide lines. */
  readonly isNarrow?: boolean
}

export function Page({ title, lead, actions, children, isNarrow = false }: PageProps) {
  useTitle(title)
  return (
    <div className={classes['scroll']}>
      <div className={classes['page']} data-narrow={isNarrow || undefined}>
        <header className={classes['header']}>
          <div className={classes['heading']}>
            <h1 className={classes['title']}>{title}</h1>
            {lead && <p className={classes['lead']}>{lead}</p>}
          </div>
          {actions && <div className={classes['actions']}>{actions}</div>}
        </header>
        {children}
      </div>
    </div>
  )
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Parley`
  }, [title])
}

interface PanelProps {
  readonly title?: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export function Panel({ title, lead, actions, children }: PanelProps) {
  return (
    <section className={classes['panel']}>
      {title && (
        <header className={classes['panelHeader']}>
          <div>
            <h2 className={classes['panelTitle']}>{title}</h2>
            {lead && <p className={classes['panelLead']}>{lead}</p>}
          </div>
          {actions}
        </header>
      )}
      {children}
    </section>
  )
}
