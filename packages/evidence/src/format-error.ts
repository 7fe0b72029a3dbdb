/** Input that does not follow its format. The only error that a parser of this package throws. */
export class FormatError extends Error {
  override readonly name = 'FormatError'
}
