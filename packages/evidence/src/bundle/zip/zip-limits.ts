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
  /** Salts do not shrink, so that entries shrink by a factor of ten at most; pages by fifty. */
  expansionMax: 200,
  /** Below it a file may expand as it likes. */
  expansionFreeBytes: 65_536,
} as const

/** Letters, digits, dots, dashes and underscores in folders. No name begins with a dot, so that none leads out of the folder. */
export const isZipPath = (path: string): boolean =>
  path.length <= zipLimits.pathBytesMax &&
  /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(path)
