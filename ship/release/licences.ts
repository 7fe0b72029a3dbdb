/** A package of the lock file, as far as its licence is concerned. */
interface LockedPackage {
  readonly license?: string
  readonly dev?: boolean
  readonly link?: boolean
}

export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

/** Permissive ones, under which we may ship what we do not own with only a notice. */
const allowed = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'Python-2.0',
])

/** Packages that are shipped under a licence that is not on the list, or without one. */
export function refusedLicences({ packages }: LockFile): string[] {
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && dev !== true && link !== true)
    .filter(([, { license = '' }]) => !isAllowed(license))
    .map(
      ([path, { license = 'no licence' }]) =>
        `${path.slice(path.lastIndexOf('node_modules/') + 13)}: ${license}`,
    )
}

/** `A OR B`: we choose. `A AND B`: both hold. */
function isAllowed(expression: string): boolean {
  const bare = expression.replace(/^\((.*)\)$/, '$1')
  if (bare.includes(' OR ')) return bare.split(' OR ').some(isAllowed)
  return bare.split(' AND ').every(licence => allowed.has(licence.trim()))
}
