import { TextDecoder } from 'node:util'
import type { OpenedFile } from './opened-file.ts'
import { UnreadableError } from './unreadable.ts'

/** Decodes a file from its beginning, piece by piece. Bytes that are invalid in the encoding are an error, never replaced. */
export async function* decodeText(
  file: Pick<OpenedFile, 'createReadStream'>,
  encoding: string,
  onChunk: (chunk: Buffer) => void,
): AsyncGenerator<string> {
  let decoder: TextDecoder
  try {
    decoder = new TextDecoder(encoding, { fatal: true })
  } catch {
    throw new UnreadableError(`its encoding ${encoding} is not known`)
  }
  try {
    for await (const chunk of file.createReadStream({ start: 0, autoClose: false })) {
      onChunk(chunk as Buffer)
      yield decoder.decode(chunk as Buffer, { stream: true })
    }
    yield decoder.decode()
  } catch (error) {
    if (
      !(error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
    ) {
      throw error
    }
    throw new UnreadableError(`it is not text in ${encoding.toUpperCase()}`)
  }
}
