/** What a check found, each with the place in the log where it found it. */
export type Finding =
  /** The log has no row with this index: it was deleted. */
  | { readonly kind: 'leaf_missing'; readonly logIndex: number }
  /** The entry of this leaf is gone. */
  | { readonly kind: 'entry_missing'; readonly logIndex: number; readonly entryId: number }
  /** The entry, its number or its place is another than the one that was sealed. */
  | { readonly kind: 'entry_changed'; readonly logIndex: number; readonly entryId: number }
  /** The numbers of the owner have a gap or a repetition here. */
  | { readonly kind: 'chain_broken'; readonly logIndex: number; readonly entryId: number }
  /** The log does not agree with a checkpoint that was signed. */
  | { readonly kind: 'tree_changed'; readonly size: number }
  /** An entry that no pass has taken, though it claims a time before the last one. */
  | { readonly kind: 'entry_not_in_log'; readonly entryId: number }
  /** An entry in the form from before there were salts, dated before salted ones that the log had already. */
  | { readonly kind: 'entered_late'; readonly logIndex: number; readonly entryId: number }
  /** An entry whose time is more than ten minutes after the log had been signed with it. It could pass for a later one, so that what came after it is left out. */
  | { readonly kind: 'dated_ahead'; readonly logIndex: number; readonly entryId: number }
