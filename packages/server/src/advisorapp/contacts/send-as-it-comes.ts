import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'

interface Download {
  readonly name: string
  readonly type: string
}

type Write = (text: string) => Promise<void>

/**
 * Answers with a file while it is being written. The answer begins with the first piece, so what fails before that is a
 * problem like any other; what fails later breaks the connection off, and the browser says that the file is not whole.
 */
export async function sendAsItComes(
  reply: FastifyReply,
  { name, type }: Download,
  produce: (write: Write) => Promise<unknown>,
): Promise<void> {
  const file = new PassThrough()
  // Without a listener a client that hangs up would end the process.
  file.on('error', () => {})
  const begun = Promise.withResolvers<void>()
  const write: Write = async text => {
    begun.resolve()
    if (file.destroyed) throw new Error('the client has hung up')
    if (!file.write(text)) await Promise.race([once(file, 'drain'), once(file, 'close')])
  }
  void writeAll().catch((error: unknown) => {
    begun.reject(error)
    file.destroy(error as Error)
  })
  await begun.promise
  void reply.header('content-disposition', `attachment; filename="${name}"`).type(type).send(file)

  async function writeAll(): Promise<void> {
    await produce(write)
    begun.resolve()
    file.end()
  }
}
