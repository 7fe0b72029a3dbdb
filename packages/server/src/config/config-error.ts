/** Reports every invalid setting at once. */
export class ConfigError extends Error {
  constructor(mistakes: readonly string[]) {
    super(
      `The configuration has ${mistakes.length === 1 ? 'an error' : `${mistakes.length} errors`}:\n${mistakes.map(mistake => `  ${mistake}`).join('\n')}`,
    )
    this.name = 'ConfigError'
  }
}
