import { Appearance } from '../../features/settings/appearance.tsx'
import { Passkeys } from '../../features/settings/passkeys.tsx'
import { Password } from '../../features/settings/password.tsx'
import { SecondFactor } from '../../features/settings/second-factor.tsx'
import { Sessions } from '../../features/settings/sessions.tsx'
import classes from '../../features/settings/settings.module.css'
import { Page, Panel } from '../../ui/page.tsx'
import { roleLabels } from '../role-labels.ts'
import { useConsole } from '../use-console.ts'

/** A person's own sign-in: the settings that an advisor has in the app. */
export function AccountPage() {
  return (
    <Page title="Your sign-in" isNarrow>
      <You />
      <Appearance />
      <Password />
      <Passkeys />
      <SecondFactor />
      <Sessions />
    </Page>
  )
}

function You() {
  const { person } = useConsole()
  const hasNoAdvisor = person.roles.includes('assistant') && person.accounts.length === 0
  return (
    <Panel title="You">
      <dl className={classes['facts']}>
        <dt>Name</dt>
        <dd>{person.name}</dd>
        <dt>Email</dt>
        <dd>{person.email}</dd>
        <dt>Firm</dt>
        <dd>{person.firmName}</dd>
        <dt>{person.roles.length === 1 ? 'Role' : 'Roles'}</dt>
        <dd>{person.roles.map(role => roleLabels[role]).join(', ')}</dd>
      </dl>
      <p className={classes['note']}>
        {hasNoAdvisor
          ? 'You do not act for any advisor yet. Your firm’s administrator can change that.'
          : 'Ask your administrator to change these.'}
      </p>
    </Panel>
  )
}
