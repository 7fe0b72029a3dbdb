import {
  type BundleInput,
  type ByteSource,
  parsePolicy,
  type Report,
  type VerdictName,
  verifyBundle,
} from '../../src/index.ts'
import { utf8 } from '../hex.ts'
import { bundleBytes, policyText } from './seal-history.ts'

export const now = new Date('2027-06-01T00:00:00Z')
export const policy = parsePolicy(utf8(policyText))

export const sourceOf = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  read: (start, end) => Promise.resolve(bytes.subarray(start, end)),
})

export const judge = (bytes: Uint8Array): Promise<Report> => verifyBundle(sourceOf(bytes), { policy, now })

export const judgeInput = async (input: BundleInput): Promise<Report> => judge(await bundleBytes(input))

export const outcomes = (report: Report): Partial<Record<VerdictName, string>> =>
  Object.fromEntries(report.verdicts.map(({ name, outcome }) => [name, outcome]))
