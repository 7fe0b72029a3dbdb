/** One submission of a text to the carrier. */
export interface Submit {
  readonly atMs: number
  readonly from: string
  readonly to: string
  /** False: it was dropped on the way. */
  readonly isPassed: boolean
  /** The carrier's response, and when. */
  answer?: { readonly atMs: number; readonly status: string }
}

/** One lookup response of the carrier. */
interface LookUp {
  readonly atMs: number
  readonly isTaken: boolean
}

export interface WireText {
  readonly submits: Submit[]
  readonly lookUps: LookUp[]
}

interface Outgoing {
  readonly reference: string
  readonly from: string
  readonly to: string
}

interface Frame {
  readonly kind: string
  readonly id: number
  readonly texts: readonly Outgoing[]
  readonly references: readonly string[]
  readonly submissions: readonly { readonly status: string }[]
  readonly found: readonly { readonly status: string }[]
}

/** Every exchange between workers and carrier, by text. */
export class WireRecord {
  readonly texts = new Map<string, WireText>()
  /** Pending requests, by connection and id. */
  readonly #submits = new Map<string, Submit[]>()
  readonly #lookUps = new Map<string, readonly string[]>()

  fromWorker(connection: number, line: string, isPassed: boolean): void {
    const frame = JSON.parse(line) as Frame
    const atMs = Date.now()
    if (frame.kind === 'submit') {
      const submits = frame.texts.map(({ reference, from, to }): Submit => {
        const submit: Submit = { atMs, from, to, isPassed }
        this.#textOf(reference).submits.push(submit)
        return submit
      })
      this.#submits.set(`${connection} ${frame.id}`, submits)
    } else if (frame.kind === 'look up') {
      this.#lookUps.set(`${connection} ${frame.id}`, frame.references)
    }
  }

  fromCarrier(connection: number, line: string): void {
    const frame = JSON.parse(line) as Frame
    const atMs = Date.now()
    const question = `${connection} ${frame.id}`
    if (frame.kind === 'submitted') {
      const submits = this.#submits.get(question) ?? []
      this.#submits.delete(question)
      for (const [index, submit] of submits.entries()) {
        submit.answer = { atMs, status: statusOf(frame.submissions[index]) }
      }
    } else if (frame.kind === 'looked up') {
      const references = this.#lookUps.get(question) ?? []
      this.#lookUps.delete(question)
      for (const [index, reference] of references.entries()) {
        const isTaken = frame.found[index]?.status === 'taken'
        this.#textOf(reference).lookUps.push({ atMs, isTaken })
      }
    }
  }

  #textOf(reference: string): WireText {
    let text = this.texts.get(reference)
    if (!text) {
      text = { submits: [], lookUps: [] }
      this.texts.set(reference, text)
    }
    return text
  }
}

/** Distinguishes permanent and temporary rejections. */
function statusOf(submission: { status: string; permanent?: boolean } | undefined): string {
  if (submission?.status === 'rejected') return submission.permanent ? 'rejected for good' : 'rejected'
  return submission?.status ?? 'unknown'
}
