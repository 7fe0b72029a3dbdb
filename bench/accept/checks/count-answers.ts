export interface AnswerCounts {
  readonly good: number
  readonly bad: number
}

const pattern = /^http_server_request_duration_seconds_count\{([^}]*)\} (\d+)/gm

/** Responses to sends, as the api processes report. */
export async function countAnswers(addresses: readonly string[]): Promise<AnswerCounts> {
  let good = 0
  let bad = 0
  for (const address of addresses) {
    const metrics = await (await fetch(address)).text()
    for (const [, labels = '', count] of metrics.matchAll(pattern)) {
      if (!labels.includes('operation="sendMessage"')) continue
      if (labels.includes('status="200"')) good += Number(count)
      else bad += Number(count)
    }
  }
  return { good, bad }
}
