import { nothingHere } from '../problem/nothing-here.ts'
import { Problem } from '../problem/problem.ts'

interface Path {
  readonly segments: readonly string[]
  readonly methods: Set<string>
}

/** The methods of every path of the contract, for requests that the router does not know. */
export class AllowedMethods {
  readonly #paths = new Map<string, Path>()

  add(method: string, url: string): void {
    const known = this.#paths.get(url)
    if (known) known.methods.add(method)
    else this.#paths.set(url, { segments: url.split('/'), methods: new Set([method]) })
  }

  /** 405 if the path exists with other methods, else 404. */
  problemAt(method: string, path: string): Problem {
    const segments = path.split('/')
    const methods = new Set(
      [...this.#paths.values()].flatMap(known => (matches(known, segments) ? [...known.methods] : [])),
    )
    if (methods.size === 0 || methods.has(method)) return nothingHere()
    const allow = [...methods].toSorted().join(', ')
    return new Problem('method_not_allowed', `This address has only the methods ${allow}.`, {
      headers: { allow },
    })
  }
}

const matches = ({ segments: own }: Path, segments: readonly string[]): boolean =>
  own.length === segments.length &&
  own.every(
    (segment, index) => segment === segments[index] || (segment.startsWith(':') && segments[index] !== ''),
  )
