export {
  type BundleEntry,
  commitContent,
  commitOldEntry,
  type EntryContent,
  parseEntryLine,
  printEntryLine,
} from './bundle/entry-line.ts'
export { type Manifest, parseManifest, printManifest } from './bundle/manifest.ts'
export { type BundleFile, type BundleInput, writeBundle } from './bundle/write-bundle.ts'
export { type ByteSource, sourceOfBlob, Zip } from './bundle/zip/open-zip.ts'
export { writeZip, type ZipContent } from './bundle/zip/write-zip.ts'
export { type Checkpoint, parseCheckpoint } from './checkpoint/checkpoint.ts'
export {
  type Cosignature,
  type Judgement,
  judgeCheckpoint,
  judgeProof,
  leastSigners,
  type ProofJudgement,
} from './checkpoint/judge-checkpoint.ts'
export { parsePolicy } from './checkpoint/parse-policy.ts'
export type { Policy, PolicyLog, PolicyWitness, Quorum } from './checkpoint/policy.ts'
export { type ProofFile, parseProofFile, printProofFile } from './checkpoint/proof-file.ts'
export { FormatError } from './format-error.ts'
export { commitEntry, commitText, saltBytes } from './leaf/commitment.ts'
export {
  type ChainBreak,
  type ChainLeaf,
  type ChainPosition,
  type FollowedChain,
  followChain,
  startOfChain,
} from './leaf/follow-chain.ts'
export { decodeLeaf, encodeLeaf, type Leaf, type LeafType, leafBytes, noPrevious } from './leaf/leaf.ts'
export {
  type Note,
  type NoteSignature,
  parseNote,
  parseSignatureLines,
  printNote,
  printSignatureLines,
} from './note/note.ts'
export { signText } from './note/sign-text.ts'
export type { SignatureType } from './note/signature-types.ts'
export { createSigner, parseSignerKey, printSignerKey, type Signer } from './note/signer.ts'
export {
  createVerifierKey,
  parseVerifierKey,
  printVerifierKey,
  type VerifierKey,
} from './note/verifier-key.ts'
export { type NoteVerdict, type VerifiedSignature, verifyNote } from './note/verify-note.ts'
export { parseEntryBundle, printEntryBundle } from './tiles/entry-bundle.ts'
export { nodesFromTiles } from './tiles/nodes-from-tiles.ts'
export { rebuildRoot } from './tiles/rebuild-root.ts'
export {
  partialTiles,
  type ReadTiles,
  type Tile,
  type TileContent,
  tilesOfGrowth,
  tileWidth,
} from './tiles/tile.ts'
export { parseTilePath, printTilePath } from './tiles/tile-path.ts'
export { TileWriter } from './tiles/tile-writer.ts'
export { parseCertificates } from './timestamp/parse-certificates.ts'
export {
  printTimestampRequest,
  type TimestampRequest,
  timestampQueryType,
  timestampReplyType,
} from './timestamp/timestamp-request.ts'
export {
  parseTimestampResponse,
  parseTimestampToken,
  type TimestampInfo,
  type TimestampResponse,
  type TimestampToken,
} from './timestamp/timestamp-response.ts'
export {
  type TimestampClaim,
  type TimestampFault,
  type TimestampVerdict,
  verifyTimestamp,
} from './timestamp/verify-timestamp.ts'
export { CompactRange, type OnNode } from './tree/compact-range.ts'
export { type ConsistencyClaim, proveConsistency, verifyConsistency } from './tree/consistency.ts'
export { emptyRoot, leafHash, nodeHash } from './tree/hashes.ts'
export { type InclusionClaim, proveInclusion, proveInclusions, verifyInclusion } from './tree/inclusion.ts'
export type { Node, ReadNodes } from './tree/nodes.ts'
export { readRoot, rootOf } from './tree/root.ts'
export { parseTreeHead, printTreeHead, type TreeHead } from './tree/tree-head.ts'
export { type Bracket, bracketOf, followersOf } from './verify/brackets.ts'
export { disorderMs } from './verify/check-chain.ts'
export { printReference, printReport } from './verify/print-report.ts'
export { isStopWord } from './verify/replay-consent.ts'
export {
  type BundleSummary,
  type EntryReference,
  type Outcome,
  type Report,
  unconfirmedClaims,
  type Verdict,
  type VerdictName,
  verdictNames,
} from './verify/verdict.ts'
export { type Progress, type VerifyOptions, verifyBundle } from './verify/verify-bundle.ts'
export { visibleText } from './verify/visible-text.ts'
export {
  type AddCheckpointRequest,
  parseAddCheckpointRequest,
  printAddCheckpointRequest,
  requestBytesMax,
} from './witness/add-checkpoint-request.ts'
export { cosign, parseSizeResponse, printSizeResponse, sizeMediaType } from './witness/cosign.ts'
export {
  decideRequest,
  judgeRequest,
  type WitnessedLog,
  type WitnessOutcome,
} from './witness/decide-request.ts'
