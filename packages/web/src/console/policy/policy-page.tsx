import { Alert, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Result } from '../../lib/call.ts'
import { reading } from '../../lib/queries.ts'
import { Page } from '../../ui/page.tsx'
import { Waiting, Wrong } from '../../ui/states.tsx'
import { useMayInFirm } from '../use-console.ts'
import { PolicyEditor } from './policy-editor.tsx'
import { PolicyVersions } from './policy-versions.tsx'
import { PolicyView } from './policy-view.tsx'

/** What clients are told, who decided it, and what it was before. */
export function PolicyPage() {
  const query = useQuery(reading('getFirmPolicy', {}))
  if (query.data) return <Policy policy={query.data} />
  if (query.isError) return <Wrong error={query.error} retry={() => void query.refetch()} />
  return <Waiting />
}

function Policy({ policy }: { readonly policy: Result<'getFirmPolicy'> }) {
  const mayChange = useMayInFirm('changeFirmPolicy')
  const { version, versions } = policy
  return (
    <Page
      title="Texting policy"
      lead="Whether clients must agree before a text, and what they read when they are asked, agree, ask for help or opt out."
    >
      {version === 0 && (
        <Alert color="yellow" mb="md" title="Your firm has decided nothing yet">
          Until it does, nobody can be asked for consent, and so nobody can be texted.
        </Alert>
      )}
      <Tabs defaultValue="now" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="now">{version === 0 ? 'Defaults' : `In force (version ${version})`}</Tabs.Tab>
          <Tabs.Tab value="versions">Versions ({versions.length})</Tabs.Tab>
        </Tabs.List>
        {/* Reading the versions must not discard edits. */}
        <Tabs.Panel value="now" keepMounted>
          {mayChange ? <PolicyEditor key={version} policy={policy} /> : <PolicyView policy={policy} />}
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          <PolicyVersions versions={versions} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
