export interface AnswerCounts {
  readonly good: number
  readonly bad: number
}

const pattern = /^http_server_request_duration_count\{([^}]*)\} (\d+)/gm

/** What the api processes themselves say that they have answered to sends. */
export async function countAnswers(origins: readonly string[]): Promise<AnswerCounts> {
  let good = 0
  let bad = 0
  for (const origin of origins) {
    const metrics = await (await fetch(`${origin}/metrics`)).text()
    for (const [, labels = '', count] of metrics.matchAll(pattern)) {
      if (!labels.includes('operation="sendMessage"')) continue
      if (labels.includes('status="200"')) good += Number(count)
      else bad += Number(count)
    }
  }
  return { good, bad }
}
