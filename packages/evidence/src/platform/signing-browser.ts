import type { openPrivateKey as openInNode } from './signing-node.ts'

/** Nothing is signed in a browser. */
export const openPrivateKey: typeof openInNode = () => {
  throw new Error('A browser has no private keys')
}
