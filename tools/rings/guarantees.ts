/** Names of tests of guarantees, which hold however slow the machine is. A second try must never hide that one is broken. */
export const guaranteeNames =
  /\b(?:in order|out of order|lost|duplicates?|twice|doubled?|consents?|opts? out|opted out|opt-outs?|STOP|isolation|races?|crash(?:es)?|another advisor)\b/

/** The same for files. */
export const guaranteeFiles =
  /order|race|crash|fault|isolation|consent|stop|opt-out|restored|idempot|replies|outcomes|revocation|bad-/i
