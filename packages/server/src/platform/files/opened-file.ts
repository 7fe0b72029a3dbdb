/** A file that can be read piece by piece: on this machine, or bytes from an upload. */
export interface OpenedFile {
  createReadStream(options: { readonly start: number; readonly autoClose: boolean }): AsyncIterable<unknown>
  stat(): Promise<{ readonly size: number }>
  close(): Promise<void>
}

const pieceBytes = 64 * 1024

/** Bytes in memory as a file. */
export function bytesAsFile(bytes: Buffer): OpenedFile {
  return {
    createReadStream: async function* ({ start }) {
      for (let at = start; at < bytes.length; at += pieceBytes) {
        yield bytes.subarray(at, at + pieceBytes)
        // Yields to the event loop after each piece.
        await new Promise(resolve => setImmediate(resolve))
      }
    },
    stat: async () => ({ size: bytes.length }),
    close: async () => {},
  }
}
