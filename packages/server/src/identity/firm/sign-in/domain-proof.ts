import { Resolver } from 'node:dns/promises'
import { type Agent, request } from 'undici'
import type { Mistake } from '../../people/rules.ts'

export const domainMistake = (domain: string): Mistake =>
  domain.length <= 253 && /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(domain)
    ? undefined
    : 'A domain must be written like harbor.example.'

/** Where the proof of a domain is looked for. */
export const recordNameOf = (domain: string): string => `_parley.${domain}`
export const fileAddressOf = (domain: string): string => `https://${domain}/.well-known/parley-domain.txt`
export const proofTextOf = (proof: string): string => `parley-domain=${proof}`

/** What is published for a domain: its TXT records, and the lines of its file. */
export type PublishedProofs = (domain: string) => Promise<readonly string[]>

const fileBytesMax = 4_096
const waitMs = 5_000

/** Looks in both places. Nothing found and no answer are the same. */
export const createPublishedProofs =
  (agent: Agent, resolver = new Resolver({ timeout: waitMs, tries: 2 })): PublishedProofs =>
  async domain => {
    const found = await Promise.allSettled([readRecords(resolver, domain), readFile(agent, domain)])
    return found.flatMap(each => (each.status === 'fulfilled' ? each.value : []))
  }

async function readRecords(resolver: Resolver, domain: string): Promise<string[]> {
  const records = await resolver.resolveTxt(recordNameOf(domain))
  return records.map(parts => parts.join('').trim())
}

/** Redirects are not followed: the domain itself must have it. */
async function readFile(agent: Agent, domain: string): Promise<string[]> {
  const { statusCode, body } = await request(fileAddressOf(domain), {
    dispatcher: agent,
    headersTimeout: waitMs,
    bodyTimeout: waitMs,
  })
  let text = ''
  for await (const chunk of body) {
    text += String(chunk)
    if (text.length > fileBytesMax) break
  }
  return statusCode === 200
    ? text
        .slice(0, fileBytesMax)
        .split('\n')
        .map(line => line.trim())
    : []
}
