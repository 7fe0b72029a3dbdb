/** A component of CycloneDX, as far as it is read or written here. */
export interface Component {
  readonly type: string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly licenses?: readonly unknown[]
}
