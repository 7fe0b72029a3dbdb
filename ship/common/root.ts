import { fileURLToPath } from 'node:url'

/** The clone. */
export const root = fileURLToPath(new URL('../..', import.meta.url))
