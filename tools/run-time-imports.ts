import { readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'

const importLines = /^(?:import|export) (?!type\b)([^']*?) from '([^']+)'/gms
const isDoor = (file: string): boolean => /(?:^|\/)(?:index|serve)\.ts$/.test(file)

/** Names of an import clause that exist at run time: `{ a, type B, c as d }` is a and c. */
const valuesOf = (clause: string): string[] =>
  (/\{([^}]*)\}/s.exec(clause)?.[1] ?? '')
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '' && !name.startsWith('type '))
    .map(name => name.split(' as ')[0] ?? name)

interface Import {
  readonly file: string
  /** Undefined: everything the file exports. */
  readonly names: readonly string[] | undefined
}

/** Reads which files of one folder import which at run time. An import through an index.ts or serve.ts is one of the file behind it. */
export class RunTimeImports {
  readonly #root: string
  readonly #hasWorkspaces: boolean
  readonly #sources = new Map<string, Promise<string>>()

  /** With workspaces, the root is the clone's, and `@parley/contract` is packages/contract. */
  constructor(root: string, { hasWorkspaces = false }: { readonly hasWorkspaces?: boolean } = {}) {
    this.#root = root
    this.#hasWorkspaces = hasWorkspaces
  }

  async of(file: string): Promise<string[]> {
    const found = new Set<string>()
    for (const each of await this.#imports(file)) {
      for (const target of await this.#behind(each)) if (target !== file) found.add(target)
    }
    return [...found]
  }

  async #imports(file: string): Promise<Import[]> {
    const source = await this.#source(file)
    return [...source.matchAll(importLines)].flatMap(([, clause = '', path = '']): Import[] => {
      const [, workspace] = (this.#hasWorkspaces && /^@parley\/(\w+)$/.exec(path)) || []
      if (!path.startsWith('.') && !workspace) return []
      const target = workspace ? `packages/${workspace}/src/index.ts` : normalize(join(dirname(file), path))
      const [, namespace] = /^\* as (\w+)$/.exec(clause) ?? []
      const names = namespace ? usesOf(source, namespace) : valuesOf(clause)
      return names.length === 0 ? [] : [{ file: target, names }]
    })
  }

  async #behind({ file, names }: Import): Promise<string[]> {
    if (!isDoor(file)) return [file]
    const doors = await this.#imports(file)
    const behind = doors
      .map(door => ({ ...door, names: door.names?.filter(name => names?.includes(name)) }))
      .filter(door => door.names?.length)
    // Names that the index file defines itself belong to it.
    const isOwn = names?.some(name => !doors.some(door => door.names?.includes(name)))
    return [...(isOwn ? [file] : []), ...(await Promise.all(behind.map(each => this.#behind(each)))).flat()]
  }

  #source(file: string): Promise<string> {
    const known = this.#sources.get(file) ?? readFile(join(this.#root, file), 'utf8')
    this.#sources.set(file, known)
    return known
  }
}

const usesOf = (source: string, namespace: string): string[] => [
  // A name with a capital letter is a type.
  ...new Set(
    [...source.matchAll(new RegExp(`\\b${namespace}\\.([a-z]\\w*)`, 'g'))].map(([, name = '']) => name),
  ),
]
