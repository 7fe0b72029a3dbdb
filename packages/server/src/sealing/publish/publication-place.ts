export interface PublicationPlace {
  /** Name of the log in every checkpoint. */
  readonly origin: string
  /** Folder of the published files. */
  readonly directory: string
  /** The last signed checkpoint is kept beside it, so that a restored database cannot make us forget it. */
  readonly keyFile: string
  /** Witnesses that must have cosigned, as lines of a policy (c2sp.org/tlog-policy). Default: none. */
  readonly policyFile?: string | undefined
}
