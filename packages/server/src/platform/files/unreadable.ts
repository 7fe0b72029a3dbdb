/** A whole file, not one item of it, is invalid. The message says why, for the person who has the file. */
export class UnreadableError extends Error {}
