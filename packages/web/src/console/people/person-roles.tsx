import { Switch } from '@mantine/core'
import { type FirmPersonDetail, type Role, roles } from '@parley/contract'
import { call } from '../../lib/call.ts'
import { Panel } from '../../ui/page.tsx'
import classes from '../console.module.css'
import { roleLabels, roleWords } from '../role-labels.ts'
import { useMayInFirm } from '../use-console.ts'
import { useFirmAct } from '../use-firm-act.tsx'

interface Change {
  readonly role: Role
  readonly has: boolean
}

/** What the person is. A change counts with their next click, everywhere. */
export function PersonRoles({ person }: { readonly person: FirmPersonDetail }) {
  const { personId, name, identifier } = person
  const mayChange = useMayInFirm('giveFirmRole')
  const change = useFirmAct<Change>({
    act: ({ role, has }) => call(has ? 'giveFirmRole' : 'takeFirmRole', { params: { personId, role } }),
    stale: 'firmPerson',
    done: (_, { role, has }) =>
      `${name} is ${has ? 'now' : 'no longer'} ${/^[a]/.test(role) ? 'an' : 'a'} ${role}.`,
    failed: 'The role was not changed',
  })
  const shown = roles.filter(role => role !== 'advisor' || identifier !== undefined)
  return (
    <Panel
      title="Roles"
      lead="A role that you take away is gone at once, also where the person is at work now."
    >
      <ul className={classes['rows']}>
        {shown.map(role => {
          const has = person.roles.includes(role)
          return (
            <li key={role}>
              <div>
                <strong id={`role-${role}`}>{roleLabels[role]}</strong>
                <small>{roleWords[role]}</small>
              </div>
              <Switch
                aria-labelledby={`role-${role}`}
                checked={has}
                disabled={!mayChange || change.isPending}
                onChange={() => change.mutate({ role, has: !has })}
              />
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
