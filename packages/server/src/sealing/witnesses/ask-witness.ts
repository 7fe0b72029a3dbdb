import {
  type Checkpoint,
  FormatError,
  type NoteSignature,
  parseSignatureLines,
  parseSizeResponse,
  printAddCheckpointRequest,
  sizeMediaType,
  type VerifierKey,
  verifyNote,
} from '@parley/evidence'
import { ResponseTooLongError, readBounded } from '../../platform/files/read-bounded.ts'

export interface AskedCheckpoint {
  readonly checkpoint: Checkpoint
  /** Consistency proof from an earlier size of the log to the checkpoint. */
  readonly prove: (oldSize: number) => Promise<readonly Uint8Array[]>
  readonly fetch?: typeof globalThis.fetch
  /** For each witness, all its requests together. */
  readonly timeoutMs: number
}

interface AskWitness extends AskedCheckpoint {
  readonly url: string
  readonly oldSize: number
}

export type WitnessResponse =
  | {
      readonly kind: 'signed'
      readonly signatures: readonly NoteSignature[]
      /** The time that a valid cosignature states. Undefined if it does not verify or states none. */
      readonly timeOf: (signature: NoteSignature, key: VerifierKey) => number | undefined
    }
  | { readonly kind: 'refused'; readonly status: number; readonly size?: number; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly reason: 'timeout' | 'connection' }
  | { readonly kind: 'invalid'; readonly reason: string }

/** Sixteen ML-DSA-44 cosignatures have 54 KB. */
const responseBytesMax = 65_536
const reasonLengthMax = 200
/** The first tells us the size of the witness. More are needed only if another process asks at the same time. */
const attemptsMax = 3

/** Asks one witness. If it knows another size than we think, the proof is made from that size. */
export async function askWitness(asked: AskWitness): Promise<WitnessResponse> {
  const signal = AbortSignal.timeout(asked.timeoutMs)
  let { oldSize } = asked
  for (let attempt = 1; ; attempt += 1) {
    const proof = await asked.prove(oldSize)
    const response = await post(asked, oldSize, proof, signal)
    if (response.kind !== 'refused' || response.status !== 409 || attempt === attemptsMax) return response
    const { size } = response
    // A witness that is ahead of us has seen what we do not have: there is nothing to prove.
    if (size === undefined || size === oldSize || size > asked.checkpoint.head.size) return response
    oldSize = size
  }
}

async function post(
  { url, checkpoint, fetch = globalThis.fetch }: AskWitness,
  oldSize: number,
  proof: readonly Uint8Array[],
  signal: AbortSignal,
): Promise<WitnessResponse> {
  try {
    const response = await fetch(`${url.replace(/\/$/, '')}/add-checkpoint`, {
      method: 'POST',
      body: Buffer.from(printAddCheckpointRequest({ oldSize, proof, checkpoint })),
      redirect: 'error',
      signal,
    })
    return read(response, await readBounded(response, responseBytesMax), checkpoint)
  } catch (error) {
    if (error instanceof FormatError || error instanceof ResponseTooLongError)
      return { kind: 'invalid', reason: error.message }
    // Whatever else fetch rejects with is a matter of the network.
    return { kind: 'unreachable', reason: signal.aborted ? 'timeout' : 'connection' }
  }
}

function read(response: Response, body: Uint8Array, { note }: Checkpoint): WitnessResponse {
  const { status } = response
  if (status === 200) {
    return {
      kind: 'signed',
      signatures: parseSignatureLines(body),
      timeOf: (signature, key) =>
        verifyNote({ text: note.text, signatures: [signature] }, [key]).verified[0]?.timeSeconds,
    }
  }
  const reason = Buffer.from(body).toString().slice(0, reasonLengthMax).trim()
  if (status !== 409 || !response.headers.get('content-type')?.startsWith(sizeMediaType))
    return { kind: 'refused', status, reason }
  return { kind: 'refused', status, size: parseSizeResponse(body), reason }
}
