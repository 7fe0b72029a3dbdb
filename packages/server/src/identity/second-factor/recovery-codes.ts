import { randomBytes } from 'node:crypto'
import { hashSecret } from '../secrets.ts'
import { base32 } from './base32.ts'

const codes = 10
/** 80 bits cannot be guessed, so a plain hash is enough. */
const codeBytes = 10

/** Like abcd-efgh-ijkl-mnop. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: codes }, () =>
    inGroups(base32(randomBytes(codeBytes)).toLowerCase()).replaceAll(' ', '-'),
  )

/** As people type it: capitals, spaces and hyphens do not matter. */
export const hashRecoveryCode = (personId: number, code: string): Buffer =>
  hashSecret(`recovery code ${personId} ${code.toLowerCase().replace(/[\s-]/g, '')}`)

/** In groups of four, to be read and typed. */
export const inGroups = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1 ')
