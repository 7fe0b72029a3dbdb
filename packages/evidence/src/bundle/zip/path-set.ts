/** Paths that can all be unpacked into one folder, on every file system. */
export class PathSet {
  // Some file systems do not tell upper from lower case: one of two files would hide the other.
  readonly #files = new Set<string>()
  readonly #folders = new Set<string>()

  /** Returns false if the path is that of another file, a folder of another file, or below another file. */
  add(path: string): boolean {
    const name = path.toLowerCase()
    const folders: string[] = []
    for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) folders.push(name.slice(0, at))
    if (this.#files.has(name) || this.#folders.has(name)) return false
    if (folders.some(folder => this.#files.has(folder))) return false
    this.#files.add(name)
    for (const folder of folders) this.#folders.add(folder)
    return true
  }
}
