import { type Input, type OperationId, send } from '../../lib/call.ts'
import { offline } from '../../lib/failure.ts'

/** Saves the file that an operation returns. Unlike a link, it shows why there is none. */
export async function download<Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  { name, signal }: { readonly name: string; readonly signal: AbortSignal },
): Promise<void> {
  const response = await send(id, input, { signal })
  const file = await response.blob().catch((error: unknown) => {
    if (signal.aborted) throw error
    throw offline()
  })
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // A browser that asks where to save reads it only afterwards.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
