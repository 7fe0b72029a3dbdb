import type { Manifest } from '../bundle/manifest.ts'
import type { Policy } from '../checkpoint/policy.ts'

/** What no verdict says, for people who rely on one. */
export function limitsOf({ asked }: Manifest, policy: Policy | undefined): string[] {
  return [
    'This shows what was recorded, and that the record was not changed. It does not show what was never recorded: texts that an advisor sent from another phone are not here.',
    'Who owns the chain, who asked for the bundle and for which period are statements in manifest.json, which nobody signs; the entry of the export, if it is the last one, confirms them. The log knows the owner only as a random tag.',
    'The pages in human/ are for reading. Only the files in entries/ are proven; where they differ, those count.',
    'Times are those of the operator’s clock, as far as no witness confirms them. Entries may reach the log up to ten minutes after they were written.',
    ...(policy
      ? ['An operator and all witnesses of your policy together could still show a false log.']
      : ['Without a policy of your own, anybody could have made this file.']),
    ...(asked.number === null
      ? []
      : [
          `The bundle was asked for one phone number. That the withheld entries do not concern ${asked.number} is a statement of the operator.`,
        ]),
    'This is a calculation, not legal advice.',
  ]
}
