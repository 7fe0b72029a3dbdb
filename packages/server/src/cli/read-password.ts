import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Problem } from '../http/problem.ts'

/** From standard input, or typed twice at a terminal without being shown. Never an argument: others could read it. */
export async function readPassword({ fromStdin }: { readonly fromStdin: boolean }): Promise<string> {
  if (fromStdin) return (await text(process.stdin)).replace(/\r?\n$/, '')
  if (!process.stdin.isTTY) {
    throw new Problem(
      'invalid_request',
      'There is no terminal to ask for the password: give --password-stdin.',
    )
  }
  const password = await ask('Password: ')
  if ((await ask('Again: ')) !== password) {
    throw new Problem('invalid_request', 'The two passwords are not the same.')
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
    terminal.once('close', () => reject(new Problem('invalid_request', 'No password was given.')))
    terminal.once('line', answer => {
      resolve(answer)
      terminal.close()
    })
  }).finally(() => process.stderr.write('\n'))
}
