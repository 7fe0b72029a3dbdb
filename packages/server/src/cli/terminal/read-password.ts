import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Problem } from '../../platform/problem/problem.ts'

interface Asked {
  readonly fromStdin: boolean
  /** Prompt label, if not Password. */
  readonly label?: string
  readonly option?: string
}

/** Reads a password from standard input, or twice from the terminal without echo. Never an argument, which others could read. */
export async function readPassword(asked: Asked): Promise<string> {
  const { fromStdin, label = 'Password', option = '--password-stdin' } = asked
  if (fromStdin) return (await text(process.stdin)).replace(/\r?\n$/, '')
  if (!process.stdin.isTTY) {
    throw new Problem(
      'invalid_request',
      `No terminal to prompt for the ${label.toLowerCase()}. Use ${option}.`,
    )
  }
  const password = await ask(`${label}: `)
  if ((await ask('Repeat: ')) !== password) {
    throw new Problem('invalid_request', 'The entries do not match.')
  }
  return password
}

function ask(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  process.stderr.write(question)
  return new Promise<string>((resolve, reject) => {
    // Ctrl+C and Ctrl+D close the terminal; after an answer this has no effect.
    terminal.once('SIGINT', () => terminal.close())
    terminal.once('close', () => reject(new Problem('invalid_request', 'Nothing was entered.')))
    terminal.once('line', answer => {
      resolve(answer)
      terminal.close()
    })
  }).finally(() => process.stderr.write('\n'))
}
