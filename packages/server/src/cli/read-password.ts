import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Problem } from '../http/problem.ts'

interface Asked {
  readonly fromStdin: boolean
  /** What it is called, where that is not Password. */
  readonly label?: string
  readonly option?: string
}

/** From standard input, or typed twice at a terminal without being shown. Never an argument: others could read it. */
export async function readPassword(asked: Asked): Promise<string> {
  const { fromStdin, label = 'Password', option = '--password-stdin' } = asked
  if (fromStdin) return (await text(process.stdin)).replace(/\r?\n$/, '')
  if (!process.stdin.isTTY) {
    throw new Problem(
      'invalid_request',
      `There is no terminal to ask for the ${label.toLowerCase()}: give ${option}.`,
    )
  }
  const password = await ask(`${label}: `)
  if ((await ask('Again: ')) !== password) {
    throw new Problem('invalid_request', 'The two are not the same.')
  }
  return password
}

function ask(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  process.stderr.write(question)
  return new Promise<string>((resolve, reject) => {
    // Ctrl+C and Ctrl+D close the terminal; after an answer this comes too late to count.
    terminal.once('SIGINT', () => terminal.close())
    terminal.once('close', () => reject(new Problem('invalid_request', 'Nothing was given.')))
    terminal.once('line', answer => {
      resolve(answer)
      terminal.close()
    })
  }).finally(() => process.stderr.write('\n'))
}
