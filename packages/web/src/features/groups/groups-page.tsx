import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPencil, IconSend, IconTrash, IconUsersGroup, IconUsersPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { reading } from '../../lib/queries.ts'
import { invalidateAfter } from '../../lib/stale-queries.ts'
import { deleteWithUndo, usePendingDeletions } from '../../ui/delete-with-undo.tsx'
import { Page } from '../../ui/page.tsx'
import { Pager, useFilledPage } from '../../ui/pager.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Empty, WaitingLines, Wrong } from '../../ui/states.tsx'
import classes from '../library/library.module.css'
import { GroupDialog } from './group-dialog.tsx'
import { GroupRemovals } from './group-removals.tsx'

export function GroupsPage() {
  const { search = '', page = 1 } = useSearch({ from: '/groups' })
  const navigate = useNavigate({ from: '/groups' })
  const client = useQueryClient()
  const gone = usePendingDeletions()
  const [isAdding, adding] = useDisclosure(false)
  const [renamed, setRenamed] = useState<{ groupId: number; name: string }>()
  const query = useQuery({
    ...reading('searchGroups', { query: { search, page, pageSize: 50 } }),
    placeholderData: keepPreviousData,
  })
  const rows = query.data?.data.filter(({ groupId }) => !gone.has(`group ${groupId}`)) ?? []
  useFilledPage(
    query.data?.pageInfo,
    rows.length,
    to => void navigate({ search: now => ({ ...now, page: to }), replace: true }),
  )
  const remove = (groupId: number, name: string): void =>
    deleteWithUndo({
      key: `group ${groupId}`,
      words: `Group ${name} deleted. Its contacts are kept.`,
      act: keepalive => call('deleteGroup', { params: { groupId } }, { keepalive }),
      after: () => invalidateAfter(client, 'groupSave'),
    })
  return (
    <Page
      title="Groups"
      lead="Text everyone in a group at once. People who haven’t agreed to texts are skipped."
      actions={
        <Button leftSection={<IconUsersPlus size={18} />} onClick={adding.open}>
          New group
        </Button>
      }
    >
      <div className={classes['filters']}>
        <SearchField
          label="Search groups"
          value={search}
          onSearch={words => void navigate({ search: { search: words || undefined }, replace: true })}
        />
      </div>
      <GroupRemovals />
      {query.isPending && <WaitingLines height={52} />}
      {query.isError && <Wrong error={query.error} retry={() => void query.refetch()} />}
      {query.data && rows.length === 0 && (
        <Empty
          Icon={IconUsersGroup}
          title={search === '' ? 'No groups yet' : 'No groups found'}
          action={search === '' && <Button onClick={adding.open}>Create a group</Button>}
        >
          {search === ''
            ? 'Group clients near retirement, a book club or a household, and text them together.'
            : undefined}
        </Empty>
      )}
      {query.data && rows.length > 0 && (
        <>
          <ul className={classes['list']}>
            {rows.map(({ groupId, name, contactCount }) => (
              <li key={groupId} className={classes['item']}>
                <div className={classes['words']}>
                  <Link to="/contacts" search={{ groupId }} className={classes['title']}>
                    {name}
                  </Link>
                  <span className={classes['url']}>
                    {contactCount.toLocaleString()} {contactCount === 1 ? 'contact' : 'contacts'}
                  </span>
                </div>
                <Button
                  variant="light"
                  size="compact-md"
                  leftSection={<IconSend size={16} />}
                  renderRoot={props => <Link to="/new" search={{ groupId }} {...props} />}
                >
                  Text
                </Button>
                <Tooltip label="Rename group">
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Rename group ${name}`}
                    onClick={() => setRenamed({ groupId, name })}
                  >
                    <IconPencil size={18} />
                  </ActionIcon>
                </Tooltip>
                <Tooltip label="Delete group">
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Delete group ${name}`}
                    onClick={() => remove(groupId, name)}
                  >
                    <IconTrash size={18} />
                  </ActionIcon>
                </Tooltip>
              </li>
            ))}
          </ul>
          <Pager
            info={query.data.pageInfo}
            noun="groups"
            onPage={to => void navigate({ search: now => ({ ...now, page: to }) })}
          />
        </>
      )}
      {isAdding && <GroupDialog close={adding.close} />}
      {renamed && <GroupDialog group={renamed} close={() => setRenamed(undefined)} />}
    </Page>
  )
}
