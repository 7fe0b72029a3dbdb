interface FromPhone {
  readonly from: string
}

/** Each holds a connection. */
const atOnce = 4

/**
 * Handles texts of different people side by side, and those of one person in their order: what follows a text that failed
 * is not handled either. After a failure no further conversation is begun, because the next would probably wait for the same
 * database. Throws the first failure when what was begun is done.
 */
export async function inConversations<Text extends FromPhone>(
  texts: readonly Text[],
  handle: (text: Text) => Promise<void>,
): Promise<void> {
  const conversations = Map.groupBy(texts, ({ from }) => from).values()
  const failures: unknown[] = []
  const work = async (): Promise<void> => {
    // The iterator is shared: each takes the next conversation that nobody has taken.
    for (const conversation of conversations) {
      if (failures.length > 0) return
      try {
        for (const text of conversation) await handle(text)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  if (failures.length > 0) throw failures[0]
}
