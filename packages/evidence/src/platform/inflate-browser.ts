import { through } from '../bundle/zip/through.ts'
import type { Inflate } from './inflate-node.ts'

export const inflate: Inflate = (pieces, refusal) =>
  through(pieces, new DecompressionStream('deflate-raw'), refusal)
