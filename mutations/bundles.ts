// Guarantees of evidence bundles against whoever makes one that is not honest.
import type { Mutation } from './mutation.ts'

const source = 'packages/evidence/src'
const bundles = 'packages/evidence/test/bundles'

export const bundleMutations: readonly Mutation[] = [
  {
    name: 'a record of a zip file has one form',
    file: `${source}/bundle/zip/parse-directory.ts`,
    search: 'if (!equalBytes(centralRecord(file), bytes.subarray(at, at + length)))',
    replacement: 'if (centralRecord(file).length > length)',
    tests: [`${bundles}/two-contents.test.ts`],
  },
  {
    name: 'nothing lies between the files of a zip file and its directory',
    file: `${source}/bundle/zip/parse-directory.ts`,
    search: 'if (end !== start)',
    replacement: 'if (end > start)',
    tests: [`${bundles}/two-contents.test.ts`],
  },
  {
    name: 'the end of a zip file has one form',
    file: `${source}/bundle/zip/open-zip.ts`,
    search: 'if (!equalBytes(expected, tail.subarray(tail.length - expected.length)))',
    replacement: 'if (expected.length > tail.length)',
    tests: [`${bundles}/two-contents.test.ts`],
  },
  {
    name: 'the directory of a zip file is read only if it fits into memory',
    file: `${source}/bundle/zip/open-zip.ts`,
    search: 'if (count > zipLimits.filesMax || directoryEnd - start > zipLimits.directoryBytesMax)',
    replacement: 'if (count > zipLimits.filesMax)',
    tests: [`${bundles}/hostile-zips.test.ts`],
  },
  {
    name: 'a bundle has no file that nobody reads',
    file: `${source}/verify/open-bundle.ts`,
    search: '  refuseUnknownPaths(paths, path => zip.bytesOf(path))\n',
    replacement: '',
    tests: [`${bundles}/hostile-bundles.test.ts`],
  },
  {
    name: 'a time stamp costs few signature checks',
    file: `${source}/timestamp/verify-chain.ts`,
    search: '        visited.add(issuer)\n',
    replacement: '',
    tests: [`${source}/timestamp/timestamp.test.ts`],
  },
  {
    name: 'no key is that of a log and of a witness',
    file: `${source}/checkpoint/parse-policy.ts`,
    search: '[...logs, ...witnesses].some(',
    replacement: '(others === logs ? logs : witnesses).some(',
    tests: [`${source}/checkpoint/checkpoint.test.ts`],
  },
  {
    name: 'a key that signs twice counts once',
    file: `${source}/note/verify-note.ts`,
    search: '      if (seen.has(key)) continue\n',
    replacement: '',
    tests: [`${source}/checkpoint/checkpoint.test.ts`],
  },
  {
    name: 'a witness states a time that a clock can show',
    file: `${source}/note/verify-note.ts`,
    search: 'if (time === undefined || time > timeMax) return undefined',
    replacement: 'if (time === undefined) return undefined',
    tests: [`${bundles}/hostile-bundles.test.ts`],
  },
  {
    name: 'a line of entries has no values inside values',
    file: `${source}/bundle/entry-line.ts`,
    search: "value => typeof value !== 'string' && typeof value !== 'number'",
    replacement: 'value => value === undefined',
    tests: [`${bundles}/hostile-bundles.test.ts`],
  },
  {
    name: 'all entries of a bundle are of one owner',
    file: `${source}/verify/check-owner.ts`,
    search: 'if (owner !== this.#first)',
    replacement: 'if (this.#first === undefined)',
    tests: [`${bundles}/hostile-bundles.test.ts`],
  },
  {
    name: 'a chain ends only where witnesses saw it end',
    file: `${source}/verify/check-chain.ts`,
    search: 'endedAtMs >= Date.parse(claim.madeAt) - makingMs',
    replacement: 'endedAtMs <= Date.parse(claim.madeAt)',
    tests: [`${bundles}/ends.test.ts`],
  },
  {
    name: 'a witness without the newer log does not bound it',
    file: `${source}/verify/brackets.ts`,
    search: 'cosignatures.filter(({ witness }) => followers.has(witness))',
    replacement: 'cosignatures.filter(({ witness }) => followers.size > 0 || witness)',
    tests: [`${bundles}/ends.test.ts`],
  },
  {
    name: 'a time stamp is no lower bound',
    file: `${source}/verify/check-tokens.ts`,
    search: 'earliestMs: Number.NEGATIVE_INFINITY',
    replacement: 'earliestMs: timeMs - stated',
    tests: [`${bundles}/time-stamps.test.ts`],
  },
  {
    name: 'an entry has one form',
    file: `${source}/verify/canonical-json.ts`,
    search: 'return printed === text ? value : undefined',
    replacement: 'return printed === undefined ? undefined : value',
    tests: [`${bundles}/consent-attacks.test.ts`],
  },
  {
    name: 'consent is restored by a START',
    file: `${source}/verify/replay-consent.ts`,
    search: "entry.actorKind === 'recipient' && closed.hasAskedBack",
    replacement: "entry.actorKind === 'recipient'",
    tests: [`${bundles}/consent-attacks.test.ts`],
  },
]
