import { setTimeout as sleep } from 'node:timers/promises'
import type { Copy } from '../databases.ts'
import type { LoadResult } from '../load/load-result.ts'
import { countAnswers } from './count-answers.ts'
import { countRows, type RowCounts } from './count-rows.ts'

interface Checked {
  readonly copy: Copy
  /** Metrics URLs of the api processes. */
  readonly metrics: readonly string[]
  readonly before: RowCounts
  readonly loads: readonly LoadResult[]
  readonly isDrained: boolean
  /** Of each request. */
  readonly recipients?: number
}

const settleMs = 15_000

/**
 * Every response was 200, with a message, a journal entry and an outbox row. Otherwise a figure would
 * measure something else, so the bench fails.
 */
export async function checkSends(checked: Checked): Promise<RowCounts> {
  const { copy, metrics, before, loads, isDrained, recipients = 1 } = checked
  const deadline = performance.now() + settleMs
  let rows = await countRows(copy.database)
  let answers = await countAnswers(metrics)
  while (answers.good * recipients !== rows.messages - before.messages && performance.now() < deadline) {
    await sleep(200)
    rows = await countRows(copy.database)
    answers = await countAnswers(metrics)
  }
  const written = rows.messages - before.messages
  const heard = loads.reduce((sum, load) => sum + load.answers, 0)
  const facts: readonly (readonly [string, boolean])[] = [
    ['no answer but 200', answers.bad === 0 && loads.every(({ refused }) => refused === 0)],
    ['no connection failed', loads.every(({ broken, timeouts }) => broken === 0 && timeouts === 0)],
    ['a message for every 200 given', written === answers.good * recipients],
    ['a message for every 200 heard', written === heard * recipients],
    ['a journal entry for every message', rows.accepted - before.accepted === written],
    ['nobody refused', rows.refused === before.refused],
    ['an outbox row for every message', isDrained || rows.waiting - before.waiting === written],
    ['a key kept for every second', Math.abs((rows.keys - before.keys) * 2 - heard) <= loads.length],
  ]
  const broken = facts.filter(([, holds]) => !holds).map(([fact]) => fact)
  if (broken.length === 0) return rows
  throw new Error(
    `The sends do not add up: ${broken.join('; ')}\n${JSON.stringify({ before, rows, answers, loads })}`,
  )
}
