import { randomBytes } from 'node:crypto'
import type { Tx } from '../../../platform/db/pool.ts'
import { firstRow } from '../../../platform/db/rows.ts'
import { hashSecret } from '../../secrets.ts'
import { deleteLinksOf } from '../../sessions/queries.ts'
import { insertLink, type LinkPurpose } from './queries.ts'

interface NewLink {
  readonly personId: number
  readonly purpose: LinkPurpose
  readonly publicOrigin: string
}

interface CreatedLink {
  /** For the person only. */
  readonly url: string
  readonly expiresAt: Date
}

export const linkSeconds: Readonly<Record<LinkPurpose, number>> = {
  invitation: 72 * 3_600,
  reset: 30 * 60,
}

/** Replaces the former links of the person. */
export async function createLink(tx: Tx, { personId, purpose, publicOrigin }: NewLink): Promise<CreatedLink> {
  const token = randomBytes(32).toString('base64url')
  await deleteLinksOf(tx, [[personId]])
  const inserted = await insertLink(tx, [personId, hashSecret(token), purpose, linkSeconds[purpose]])
  const { expiresAt } = firstRow(inserted, 'the new link')
  return { url: `${publicOrigin}/app/sign-in/link?link=${token}`, expiresAt }
}
