import { ActionIcon, Button, CopyButton, NativeSelect, Tooltip } from '@mantine/core'
import { IconBooks, IconCheck, IconCopy, IconExternalLink, IconSend } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { reading } from '../../lib/queries.ts'
import { Page } from '../../ui/page.tsx'
import { Pager, useFilledPage } from '../../ui/pager.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Empty, WaitingLines, Wrong } from '../../ui/states.tsx'
import classes from './library.module.css'

const types = [
  { value: '', label: 'All types' },
  { value: 'WebContent', label: 'Web pages' },
  { value: 'Emails', label: 'Emails' },
  { value: 'SocialPosts', label: 'Social posts' },
  { value: 'Print', label: 'Print' },
  { value: 'DownloadContent', label: 'Downloads' },
] as const

/** Content that the firm has approved. */
export function LibraryPage() {
  const { search = '', type, page = 1 } = useSearch({ from: '/library' })
  const navigate = useNavigate({ from: '/library' })
  const query = useQuery({
    ...reading('searchContent', { query: { search, contentType: type ?? 'All', page, pageSize: 25 } }),
    placeholderData: keepPreviousData,
  })
  useFilledPage(
    query.data?.pageInfo,
    query.data?.data.length ?? 0,
    to => void navigate({ search: now => ({ ...now, page: to }), replace: true }),
  )
  return (
    <Page title="Library" lead="Articles and documents from your firm, ready to share by text.">
      <div className={classes['filters']}>
        <SearchField
          label="Search library"
          value={search}
          onSearch={words =>
            void navigate({
              search: now => ({ ...now, page: undefined, search: words || undefined }),
              replace: true,
            })
          }
        />
        <NativeSelect
          aria-label="Type"
          value={type ?? ''}
          data={[...types]}
          onChange={event => {
            const chosen = types.find(({ value }) => value === event.currentTarget.value)?.value
            void navigate({
              search: now => ({ ...now, page: undefined, type: chosen || undefined }),
              replace: true,
            })
          }}
        />
      </div>
      {query.isPending && <WaitingLines height={56} />}
      {query.isError && <Wrong error={query.error} retry={() => void query.refetch()} />}
      {query.data?.data.length === 0 && (
        <Empty Icon={IconBooks} title={search === '' && !type ? 'The library is empty' : 'Nothing found'}>
          {search === '' && !type
            ? 'Your administrator can add articles and documents.'
            : 'Try other words or all types.'}
        </Empty>
      )}
      {query.data && query.data.data.length > 0 && (
        <>
          <ul className={classes['list']}>
            {query.data.data.map(({ title, url }) => (
              <li key={url} className={classes['item']}>
                <div className={classes['words']}>
                  <span className={classes['title']}>{title}</span>
                  <span className={classes['url']}>{url}</span>
                </div>
                <CopyButton value={url}>
                  {({ copied, copy }) => (
                    <Tooltip label={copied ? 'Copied' : 'Copy link'}>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        size="lg"
                        aria-label={`Copy link to ${title}`}
                        onClick={copy}
                      >
                        {copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
                      </ActionIcon>
                    </Tooltip>
                  )}
                </CopyButton>
                {/^https?:/.test(url) && (
                  <Tooltip label="Open">
                    <ActionIcon
                      component="a"
                      href={url}
                      target="_blank"
                      rel="noreferrer"
                      variant="subtle"
                      color="gray"
                      size="lg"
                      aria-label={`Open ${title}`}
                    >
                      <IconExternalLink size={18} />
                    </ActionIcon>
                  </Tooltip>
                )}
                <Button
                  variant="light"
                  size="compact-md"
                  leftSection={<IconSend size={16} />}
                  renderRoot={props => <Link to="/new" search={{ text: `${title}: ${url}` }} {...props} />}
                >
                  Text this
                </Button>
              </li>
            ))}
          </ul>
          <Pager
            info={query.data.pageInfo}
            noun="items"
            onPage={to => void navigate({ search: now => ({ ...now, page: to }) })}
          />
        </>
      )}
    </Page>
  )
}
