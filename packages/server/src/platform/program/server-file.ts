import { readFileSync } from 'node:fs'

/** `npm run build` bundles the sources into dist/, where every chunk is; from a clone, `npm run dev` runs the sources. */
export const isBundle: boolean = import.meta.url.endsWith('.js')
const packageFolder = new URL(isBundle ? '../' : '../../../', import.meta.url)

/** A file of packages/server, or beside it, by its path from there. */
export const serverFile = (path: string): URL => new URL(path, packageFolder)

/** An asset of a page, by its path in packages/server/assets. */
export const readAsset = (path: string): string => readFileSync(serverFile(`assets/${path}`), 'utf8')

/** The module that a thread runs, by its path in packages/server/src. Each is an entry of the bundle (build/bundle-server.ts). */
export const threadModule = (path: string): URL =>
  isBundle ? serverFile(`dist/${path.replace(/^.*\/|\.ts$/g, '')}.js`) : serverFile(`src/${path}`)
