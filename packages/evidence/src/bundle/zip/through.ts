type Bytes = Uint8Array<ArrayBuffer>

/** Sends pieces through a stream of the platform. An error of the source is thrown as it is. */
export async function* through(
  pieces: AsyncGenerator<Uint8Array, void>,
  transform: CompressionStream | DecompressionStream,
  /** Makes the error for pieces that the stream refuses. What platforms throw differs. */
  refusal: () => Error,
): AsyncGenerator<Uint8Array, void> {
  let cause: { readonly error: unknown } | undefined
  const source = new ReadableStream<Bytes>({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value as Bytes)
      } catch (error) {
        cause = { error }
        controller.error(error)
      }
    },
  })
  const reader = (source.pipeThrough(transform) as ReadableStream<Bytes>).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } catch {
    throw cause ? cause.error : refusal()
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
