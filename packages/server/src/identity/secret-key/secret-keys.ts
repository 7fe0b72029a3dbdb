/** As the configuration has them. Everything new uses the current key; whatever is read may be of any of them. */
export interface SecretKeys {
  readonly secretKey: Buffer
  /** Keys that are only read with: those before the current one, and the next one before it is used. */
  readonly formerSecretKeys: readonly Buffer[]
}

/** The current key first. */
export const allKeys = ({ secretKey, formerSecretKeys }: SecretKeys): readonly [Buffer, ...Buffer[]] => [
  secretKey,
  ...formerSecretKeys.filter(key => !key.equals(secretKey)),
]
