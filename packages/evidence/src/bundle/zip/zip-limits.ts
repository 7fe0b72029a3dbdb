/** Signatures and sizes of the records of a zip file (PKWARE APPNOTE 6.3). */
export const records = {
  local: { signature: 0x04034b50, bytes: 30 },
  descriptor: { signature: 0x08074b50, bytes: 16 },
  central: { signature: 0x02014b50, bytes: 46 },
  end: { signature: 0x06054b50, bytes: 22 },
  end64: { signature: 0x06064b50, bytes: 56 },
  locator64: { signature: 0x07064b50, bytes: 20 },
} as const

export const methods = { stored: 0, deflated: 8 } as const

export const flags = { descriptor: 0x0008, utf8: 0x0800 } as const

/** Stand for a value that is in the zip64 record. */
export const in64 = { uint16: 0xffff, uint32: 0xffff_ffff } as const

/** What a bundle may have. Everything is checked before a byte of content is read. */
export const zipLimits = {
  /** 10,000 checkpoints with their time stamps, and more than a thousand million hashes. */
  filesMax: 100_000,
  directoryBytesMax: 16 * 2 ** 20,
  pathBytesMax: 120,
  fileBytesMax: 2 ** 32 - 2,
  /** Deflate stands for at most 258 bytes by two bits. A client can send texts that come close: the same sign again and again. */
  expansionMax: 1032,
  /**
   * A whole bundle expands less: each entry has 64 random bytes that do not shrink, so one must have 13,000 bytes of one sign to reach this.
   * Below the free size it does not matter, and 4 GiB of such entries are more than 300,000 texts, each of ten parts or more.
   */
  totalExpansionMax: 200,
  totalFreeBytes: 2 ** 32,
} as const

/**
 * Letters, digits, dots, dashes and underscores in folders. No name begins with a dot, so that none leads out of the folder, or ends with one, which
 * Windows leaves out.
 */
export const isZipPath = (path: string): boolean =>
  path.length <= zipLimits.pathBytesMax &&
  path.split('/').every(name => /^[\w-](?:[\w.-]*[\w-])?$/.test(name))
