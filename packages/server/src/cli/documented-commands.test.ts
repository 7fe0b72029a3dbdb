// Every `parley` command in the documentation is one that the program takes: commands, arguments, options and their values.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { loadCommands } from './run-program.ts'

const root = new URL('../../../../', import.meta.url).pathname
const context = { stopTracing: () => Promise.resolve() }

interface Documented {
  readonly page: string
  readonly words: readonly string[]
}

const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/{*,partner/*}.md', { cwd: root })]
const documented = pages.flatMap(page => commandsOf(page, readFileSync(join(root, page), 'utf8')))

/** Lines of code blocks that begin with `parley`, with or without a prompt; continued lines are one. */
function commandsOf(page: string, text: string): Documented[] {
  const blocks = [...text.matchAll(/^```(?:sh|console|bash)\n([^]*?)^```/gm)].map(([, block = '']) => block)
  return blocks
    .flatMap(block => block.replaceAll('\\\n', ' ').split('\n'))
    .map(line => /^(?:\$ )?parley\s+(.*)$/.exec(line)?.[1])
    .filter(rest => rest !== undefined)
    .map(rest => ({ page, words: wordsOf(rest) }))
}

/** As a shell splits it. A placeholder such as <client id> becomes 1, which is an id and a name. */
function wordsOf(line: string): string[] {
  const found = line.replaceAll(/<[^<>]+>/g, '1').matchAll(/(?:[^\s"'#]|"[^"]*"|'[^']*')+|#.*/g)
  return [...found]
    .map(([word]) => word)
    .filter(word => !word.startsWith('#'))
    .map(word => word.replaceAll(/["']/g, ''))
}

/** The program, with commands that do nothing. Throws what the program would print. */
async function parse(words: readonly string[]): Promise<void> {
  const program = new Command('parley').exitOverride().configureOutput({ writeErr: () => {} })
  for (const command of await loadCommands(undefined, context)) program.addCommand(command)
  const disarm = (command: Command): void => {
    command.exitOverride().configureOutput({ writeErr: () => {} })
    if (command.commands.length === 0) command.action(() => {})
    else for (const inner of command.commands) disarm(inner)
  }
  for (const command of program.commands) disarm(command)
  await program.parseAsync(words, { from: 'user' })
}

describe('the documentation', () => {
  it('has commands on many pages', () => {
    expect(documented.length).toBeGreaterThan(60)
    expect(new Set(documented.map(({ page }) => page)).size).toBeGreaterThan(2)
  })

  it.each(documented)('$page: parley $words', async ({ words }) => {
    await expect(parse(words)).resolves.toBeUndefined()
  })

  it.each([
    ['firm ad Harbor', 'unknown command'],
    ['firm add', 'missing required argument'],
    ['firm add "Harbor Wealth" West', 'too many arguments'],
    ['firm add Harbor --colour red', 'unknown option'],
    ['key revoke twelve', 'invalid'],
  ])('parley %s would be noticed', async (line, message) => {
    await expect(parse(wordsOf(line))).rejects.toThrow(message)
  })
})
