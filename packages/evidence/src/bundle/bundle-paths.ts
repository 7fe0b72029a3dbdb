import { FormatError } from '../format-error.ts'
import { type ProofPart, proofPath, recordBytes, recordsPerFile } from './proof-format.ts'

export const checkpointPath = (size: number): string => `checkpoints/${size}.note`
export const entryPath = (number: number): string => `entries/${number.toString().padStart(4, '0')}.jsonl`

const others =
  /^(?:manifest\.json|checkpoint|policy\.txt|README\.html|human\/.+|checkpoints\/\d+\.note|anchors\/\d+\.tsr|entries\/\d+\.jsonl)$/

/** Refuses files that the format does not have: nobody would read them, and people would take them for a part of the proof. */
export function refuseUnknownPaths(
  paths: Iterable<string>,
  bytesOf: (path: string) => number | undefined,
): void {
  const proof = new Set([...proofPaths('leaves', bytesOf), ...proofPaths('nodes', bytesOf)])
  for (const path of paths)
    if (!proof.has(path) && !others.test(path)) throw new FormatError(`A bundle has no file ${path}.`)
}

/** Those that a reader of the proof reads: each but the last is full. */
function proofPaths(part: ProofPart, bytesOf: (path: string) => number | undefined): string[] {
  const paths: string[] = []
  const full = recordBytes[part] * recordsPerFile[part]
  for (;;) {
    const path = proofPath(part, paths.length + 1)
    const bytes = bytesOf(path)
    if (bytes === undefined) return paths
    paths.push(path)
    if (bytes !== full) return paths
  }
}
