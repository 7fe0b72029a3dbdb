/** A file, not one item of it, makes no sense. The message says why, for the person who has the file. */
export class UnreadableError extends Error {}
