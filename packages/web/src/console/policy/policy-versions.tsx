import type { FirmPolicySettings, FirmPolicyVersion } from '@parley/contract'
import { IconHistory } from '@tabler/icons-react'
import { diffWordsWithSpace } from 'diff'
import { showMoment } from '../../lib/time.ts'
import { Panel } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'
import { browserZone } from '../use-console.ts'
import classes from './policy.module.css'
import { settingLabels, settingWords } from './policy-fields.ts'

/** Every version with what it changed, and who decided it. */
export function PolicyVersions({ versions }: { readonly versions: readonly FirmPolicyVersion[] }) {
  if (versions.length === 0) {
    return (
      <Empty Icon={IconHistory} title="No versions yet">
        The first decision of your firm is the first version.
      </Empty>
    )
  }
  return versions.map((version, index) => (
    <Panel
      key={version.version}
      title={`Version ${version.version}${index === 0 ? ', in force' : ''}`}
      lead={`Decided by ${version.decidedBy} on ${showMoment(version.dateTimeDecided, browserZone)}`}
    >
      <Changes before={versions[index + 1]} after={version} />
    </Panel>
  ))
}

interface ChangesProps {
  /** Undefined: the first version. */
  readonly before: FirmPolicySettings | undefined
  readonly after: FirmPolicySettings
}

const settings = Object.keys(settingLabels) as (keyof FirmPolicySettings)[]

function Changes({ before, after }: ChangesProps) {
  const changed = settings.filter(setting => !before || before[setting] !== after[setting])
  return (
    <dl className={classes['changes']}>
      {changed.map(setting => (
        <div key={setting}>
          <dt>{settingLabels[setting]}</dt>
          <dd>
            {before ? (
              <Difference one={settingWords(before[setting])} other={settingWords(after[setting])} />
            ) : (
              settingWords(after[setting])
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What was removed is struck through; what was added is underlined. Both are read aloud as such. */
function Difference({ one, other }: { readonly one: string; readonly other: string }) {
  return diffWordsWithSpace(one, other).map(({ value, added, removed }, index) => {
    if (added) return <ins key={index}>{value}</ins>
    if (removed) return <del key={index}>{value}</del>
    return <span key={index}>{value}</span>
  })
}
