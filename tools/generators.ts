interface Generator {
  readonly file: string
  readonly generate: () => string | Promise<string>
}

/** Every file in the repository that a machine writes, and how. */
export const generators: readonly Generator[] = []
