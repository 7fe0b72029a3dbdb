export class ResponseTooLongError extends Error {
  override readonly name = 'ResponseTooLongError'
}

/** Reads a response, and stops as soon as it is longer than it may be. */
export async function readBounded({ body }: Response, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  if (body) {
    // Leaving the loop cancels the rest.
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      length += chunk.length
      if (length > bytesMax) throw new ResponseTooLongError(`The response has more than ${bytesMax} bytes.`)
      chunks.push(chunk)
    }
  }
  return new Uint8Array(Buffer.concat(chunks))
}
