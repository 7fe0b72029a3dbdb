/** What reading a file piece by piece needs of it: a file on this machine has it, and so have bytes that came over the wire. */
export interface OpenedFile {
  createReadStream(options: { readonly start: number; readonly autoClose: boolean }): AsyncIterable<unknown>
  stat(): Promise<{ readonly size: number }>
  close(): Promise<void>
}

const pieceBytes = 64 * 1024

/** Bytes as if they stood in a file. */
export function bytesAsFile(bytes: Buffer): OpenedFile {
  return {
    createReadStream: async function* ({ start }) {
      for (let at = start; at < bytes.length; at += pieceBytes) {
        yield bytes.subarray(at, at + pieceBytes)
        // Whoever else waits for this process gets a turn after each piece.
        await new Promise(resolve => setImmediate(resolve))
      }
    },
    stat: async () => ({ size: bytes.length }),
    close: async () => {},
  }
}
