import { FormatError } from '../format-error.ts'
import { type Tile, tileWidth } from './tile.ts'

const levelMax = 63
const shape = /^tile\/(entries|[0-9]{1,2})\/((?:x[0-9]{3}\/){0,5}[0-9]{3})(?:\.p\/([0-9]{1,3}))?$/

/** Path below the prefix of the log: `tile/0/x001/x234/067`, `tile/entries/000.p/5`. */
export function printTilePath({ level, index, width }: Tile): string {
  if (!Number.isSafeInteger(index) || index < 0) throw new RangeError('A tile has an index below 2^53')
  if (!Number.isInteger(width) || width < 1 || width > tileWidth)
    throw new RangeError(`A tile is 1 to ${tileWidth} wide`)
  if (level !== 'entries' && (!Number.isInteger(level) || level < 0 || level > levelMax))
    throw new RangeError(`A tile has a level from 0 to ${levelMax}`)
  let path = threeDigits(index % 1000)
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000))
    path = `x${threeDigits(rest % 1000)}/${path}`
  return `tile/${level}/${path}${width < tileWidth ? `.p/${width}` : ''}`
}

const threeDigits = (value: number): string => value.toString().padStart(3, '0')

export function parseTilePath(path: string): Tile {
  const [, level = '', index = '', width] = shape.exec(path) ?? []
  const tile: Tile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(index.replaceAll(/[x/]/g, '')),
    width: width === undefined ? tileWidth : Number(width),
  }
  // A tile has one path: printing it rejects leading zeros, groups too many, and numbers out of range.
  if (level === '' || !isPathOf(tile, path)) throw new FormatError('This is not the path of a tile.')
  return tile
}

function isPathOf(tile: Tile, path: string): boolean {
  try {
    return printTilePath(tile) === path
  } catch {
    return false
  }
}
