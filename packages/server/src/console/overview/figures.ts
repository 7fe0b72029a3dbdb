import type { OverviewFigure } from '@parley/contract'

interface Counted {
  /** Kinds of journal entries, as they are in the log. */
  readonly kinds: readonly string[]
  /** Of those, which count: SQL over the facts. Absent: all. */
  readonly only?: (facts: string) => string
  /** Column of the figure. */
  readonly column: string
}

/**
 * What each figure counts: journal entries, each on the UTC day of its time. Answers are entries, too, but which ones they are depends
 * on what came before them, so `overview_answer` lists them.
 */
export const figures: Readonly<Record<OverviewFigure, Counted>> = {
  texts: { column: 'texts', kinds: ['message.accepted'] },
  delivered: { column: 'delivered', kinds: ['message.delivered'] },
  failures: { column: 'failures', kinds: ['message.failed', 'message.undelivered'] },
  replies: { column: 'replies', kinds: ['message.received'] },
  // Asking again somebody who has not agreed yet is not counted: each agreement then has one request.
  consentsAsked: {
    column: 'consents_asked',
    kinds: ['consent.requested'],
    only: facts => `${facts}->>'before' = 'none'`,
  },
  consentsGiven: { column: 'consents_given', kinds: ['consent.accepted'] },
  optOuts: { column: 'opt_outs', kinds: ['consent.revoked'] },
  answers: { column: 'answers', kinds: ['message.accepted'] },
}

/** Facts of an entry in either form. */
export const factsSql = `coalesce(journal.entry->'facts', convert_from(journal.facts, 'UTF8')::jsonb)`
export const actorSql = `coalesce(journal.entry->'actor', convert_from(journal.head, 'UTF8')::jsonb->'actor')`
