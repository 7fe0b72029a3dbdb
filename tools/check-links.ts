// Checks every link in the documents to a file or heading of this repository. External links are not checked.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { pathToFileURL } from 'node:url'
import GithubSlugger from 'github-slugger'

/** Broken links of the files, one line each. */
export function deadLinks(files: readonly string[], root = '.'): string[] {
  return files.flatMap(file =>
    linksIn(readFileSync(join(root, file), 'utf8')).flatMap(({ target, line }) => {
      const mistake = mistakeOf(target, file, root)
      return mistake === undefined ? [] : [`${file}:${line} ${target}: ${mistake}`]
    }),
  )
}

interface Link {
  readonly target: string
  readonly line: number
}

/** Targets of links and images, in either notation, outside of code. */
function linksIn(text: string): Link[] {
  return withoutCode(text)
    .split('\n')
    .flatMap((line, index) =>
      [
        ...line.matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g),
        ...line.matchAll(/^\s*\[[^\]]+\]:\s*<?(\S+?)>?\s*$/g),
        ...line.matchAll(/\b(?:href|src)="([^"]+)"/g),
      ].map(match => ({ target: match[1] ?? '', line: index + 1 })),
    )
}

/** Keeps the number of lines, so that errors are reported at the right line. */
const withoutCode = (text: string): string =>
  text
    .replace(/^( *)(```+|~~~+)[\s\S]*?^\1\2 *$/gm, block => block.replace(/[^\n]/g, ''))
    .replace(/`[^`\n]*`/g, '')

function mistakeOf(target: string, file: string, root: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return undefined
  const [path = '', anchor] = target.split('#', 2)
  if (path.startsWith('/')) return 'write it relative to the file'
  const found = path === '' ? file : normalize(join(dirname(file), decodeURIComponent(path)))
  if (found.startsWith('..')) return 'leads out of the repository'
  if (!existsSync(join(root, found))) return 'there is no such file'
  if (anchor === undefined) return undefined
  const page = statSync(join(root, found)).isDirectory() ? join(found, 'README.md') : found
  if (!page.endsWith('.md')) return undefined
  return anchorsIn(readFileSync(join(root, page), 'utf8')).has(decodeURIComponent(anchor))
    ? undefined
    : `${page} has no such heading`
}

function anchorsIn(text: string): Set<string> {
  const slugger = new GithubSlugger()
  const plain = text.replace(/^( *)(```+|~~~+)[\s\S]*?^\1\2 *$/gm, '')
  return new Set([
    ...[...plain.matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)].map(([, heading]) =>
      slugger.slug(wordsOf(heading ?? '')),
    ),
    ...[...plain.matchAll(/\b(?:id|name)="([^"]+)"/g)].map(([, name]) => name ?? ''),
  ])
}

/** The visible text of a heading, without link targets and without markup for emphasis and code. */
const wordsOf = (heading: string): string =>
  heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '')

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
    encoding: 'utf8',
  })
  const known = files.split('\n').filter(file => file !== '' && existsSync(file))
  const mistakes = deadLinks(known)
  for (const mistake of mistakes) console.log(mistake)
  if (known.length === 0 || mistakes.length > 0) process.exit(1)
}
