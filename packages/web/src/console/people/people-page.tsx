import { Button, Select } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type FirmPerson, type Role, roles } from '@parley/contract'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { showDate } from '../../lib/time.ts'
import { Page } from '../../ui/page.tsx'
import { PersonMark } from '../../ui/person-mark.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Empty, WaitingLines, Wrong } from '../../ui/states.tsx'
import classes from '../console.module.css'
import { ConsoleLink } from '../link.tsx'
import { roleLabels } from '../role-labels.ts'
import { browserZone, useMayInFirm } from '../use-console.ts'
import { AddPerson } from './add-person.tsx'
import { PersonState } from './person-state.tsx'

/** Everybody who signs in. */
export function PeoplePage() {
  const mayAdd = useMayInFirm('addFirmPerson')
  const [isAdding, adding] = useDisclosure(false)
  const [search, setSearch] = useState('')
  const [role, setRole] = useState<Role | null>(null)
  const query = useInfiniteQuery({
    queryKey: ['listFirmPeople', search, role],
    queryFn: ({ pageParam, signal }) =>
      call(
        'listFirmPeople',
        {
          query: {
            cursor: pageParam,
            ...(search !== '' && { search }),
            ...(role !== null && { role }),
          },
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })
  const found = query.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Page
      title="People"
      lead="Everybody of the firm who signs in, and what they may do."
      actions={
        mayAdd && (
          <Button leftSection={<IconUserPlus size={18} />} onClick={adding.open}>
            Add a person
          </Button>
        )
      }
    >
      <div className={classes['filters']}>
        <SearchField
          className={classes['search'] ?? ''}
          label="Search people"
          placeholder="Name or email"
          value={search}
          onSearch={setSearch}
        />
        <Select
          aria-label="Role"
          placeholder="All roles"
          clearable
          data={roles.map(value => ({ value, label: roleLabels[value] }))}
          value={role}
          onChange={value => setRole(value)}
        />
      </div>
      {query.isPending && <WaitingLines height={56} />}
      {query.isError && <Wrong error={query.error} retry={() => void query.refetch()} />}
      {query.data && found.length === 0 && (
        <Empty Icon={IconUsers} title="Nobody found">
          Try a shorter search or another role.
        </Empty>
      )}
      {found.length > 0 && <PeopleTable people={found} />}
      {query.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more people
        </Button>
      )}
      {isAdding && <AddPerson close={adding.close} />}
    </Page>
  )
}

function PeopleTable({ people }: { readonly people: readonly FirmPerson[] }) {
  return (
    <div className={classes['frame']}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Roles</th>
            <th scope="col">State</th>
            <th scope="col">Last seen</th>
          </tr>
        </thead>
        <tbody>
          {people.map(person => (
            <tr key={person.personId} data-off={!person.isActive || undefined}>
              <th scope="row">
                <ConsoleLink to={`/people/${person.personId}`} className={classes['name'] ?? ''}>
                  <PersonMark name={person.name} size={34} />
                  <span>
                    <strong>{person.name}</strong>
                    <small>{person.email}</small>
                  </span>
                </ConsoleLink>
              </th>
              <td>
                <span className={classes['chips']}>
                  {person.roles.map(role => (
                    <span key={role} className={classes['chip']}>
                      {roleLabels[role]}
                    </span>
                  ))}
                </span>
              </td>
              <td>
                <PersonState person={person} />
              </td>
              <td className={classes['number']}>
                {person.dateTimeSeen ? showDate(person.dateTimeSeen, browserZone) : '–'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
