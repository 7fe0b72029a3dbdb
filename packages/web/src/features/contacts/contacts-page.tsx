import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconAddressBook,
  IconChevronDown,
  IconFileExport,
  IconFileImport,
  IconSend,
  IconUserPlus,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { linkTo } from '../../lib/call.ts'
import { useMay } from '../../lib/me/use-may.ts'
import { reading } from '../../lib/queries.ts'
import { usePendingDeletions } from '../../ui/delete-with-undo.tsx'
import { Page } from '../../ui/page.tsx'
import { Pager, useFilledPage } from '../../ui/pager.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Empty, WaitingLines, Wrong } from '../../ui/states.tsx'
import { GroupSelect } from '../groups/group-select.tsx'
import { ContactDialog } from './contact-dialog.tsx'
import { ContactTable, type Sort } from './contact-table.tsx'
import classes from './contacts.module.css'

export function ContactsPage() {
  const {
    page = 1,
    search = '',
    groupId,
    sortBy = 'fullName',
    sortDirection = 'asc',
  } = useSearch({ from: '/contacts' })
  const navigate = useNavigate({ from: '/contacts' })
  const [isAdding, adding] = useDisclosure(false)
  const gone = usePendingDeletions()
  const query = useQuery({
    ...reading('listContacts', { query: { page, search, groupId, sortBy, sortDirection, pageSize: 50 } }),
    placeholderData: keepPreviousData,
  })
  // Scrolls to the top when another page has loaded.
  const top = useRef<HTMLDivElement>(null)
  const shownPage = query.data?.pageInfo.page
  useEffect(() => {
    // Newer browsers return a promise, which must not be used as a cleanup function.
    top.current?.scrollIntoView({ block: 'nearest' })
  }, [shownPage])
  // A selection adds a history entry; typing does not.
  const go = (
    change: { page?: number; search?: string; groupId?: number | undefined },
    replace = false,
  ): void =>
    void navigate({
      search: now => ({
        ...now,
        page: undefined,
        ...change,
        ...('search' in change && { search: change.search || undefined }),
      }),
      replace,
    })
  const sort = (by: Sort['by']): void => {
    const turn = by === sortBy && sortDirection === 'asc'
    void navigate({
      search: now => ({
        ...now,
        page: undefined,
        sortBy: by === 'fullName' ? undefined : by,
        sortDirection: turn ? 'desc' : undefined,
      }),
      replace: true,
    })
  }
  const rows = query.data?.data.filter(({ contactId }) => !gone.has(`contact ${contactId}`)) ?? []
  useFilledPage(query.data?.pageInfo, rows.length, to => go({ page: to }, true))
  const isFiltered = search !== '' || groupId !== undefined
  return (
    <Page
      title="Contacts"
      actions={
        <>
          <TransferMenu />
          <Button leftSection={<IconUserPlus size={18} />} onClick={adding.open}>
            Add contact
          </Button>
        </>
      }
    >
      <div ref={top} className={classes['filters']}>
        <SearchField
          className={classes['search'] ?? ''}
          label="Search contacts"
          placeholder="Name, email or number"
          value={search}
          onSearch={words => go({ search: words }, true)}
        />
        <GroupSelect
          className={classes['group'] ?? ''}
          aria-label="Group"
          placeholder="All groups"
          groupId={groupId}
          onChange={id => go({ groupId: id })}
        />
        {groupId !== undefined && (
          <Button
            variant="light"
            leftSection={<IconSend size={16} />}
            renderRoot={props => <Link to="/new" search={{ groupId }} {...props} />}
          >
            Text this group
          </Button>
        )}
      </div>
      {query.isPending && <WaitingLines height={44} lines={10} />}
      {query.isError && <Wrong error={query.error} retry={() => void query.refetch()} />}
      {query.data && rows.length === 0 && (
        <Empty
          Icon={IconAddressBook}
          title={isFiltered ? 'No contacts found' : 'Your address book is empty'}
          action={!isFiltered && <Button onClick={adding.open}>Add a contact</Button>}
        >
          {adviceFor(search, isFiltered)}
        </Empty>
      )}
      {query.data && rows.length > 0 && (
        <>
          <ContactTable
            rows={rows}
            isBusy={query.isPlaceholderData}
            sort={{ by: sortBy, isDescending: sortDirection === 'desc' }}
            onSort={sort}
          />
          <Pager info={query.data.pageInfo} onPage={to => go({ page: to })} noun="contacts" />
        </>
      )}
      {isAdding && (
        <ContactDialog
          close={adding.close}
          done={contactId => void navigate({ to: '/contacts/$contactId', params: { contactId } })}
        />
      )}
    </Page>
  )
}

function TransferMenu() {
  const mayExport = useMay('downloadContacts')
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} />}>
          {mayExport ? 'Import or export' : 'Import'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconFileImport size={17} />}
          renderRoot={props => <Link to="/contacts/import" {...props} />}
        >
          Import from a file…
        </Menu.Item>
        {mayExport && (
          <Menu.Item
            component="a"
            href={linkTo('downloadContacts', { query: { format: 'csv' } })}
            download="contacts.csv"
            leftSection={<IconFileExport size={17} />}
          >
            Export all as CSV
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function adviceFor(search: string, isFiltered: boolean): string {
  if (search !== '') return 'Try a shorter search or another group.'
  if (isFiltered) return 'This group is empty. Add contacts from their pages or with an import.'
  return 'Add people one by one, or import a file.'
}
