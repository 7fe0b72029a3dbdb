import { ActionIcon, Group, TextInput } from '@mantine/core'
import type { PageInfo } from '@parley/contract'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from './pager.module.css'

interface PagerProps {
  readonly info: PageInfo
  readonly onPage: (page: number) => void
  readonly noun: string
}

/** Goes to an earlier page when the last rows of this one have disappeared. */
export function useFilledPage(
  info: PageInfo | undefined,
  rows: number,
  onPage: (page: number) => void,
): void {
  const go = useRef(onPage)
  go.current = onPage
  const isLeft = info !== undefined && rows === 0 && info.page > 1
  const to = isLeft ? Math.max(1, Math.min(info.page - 1, Math.ceil(info.totalRecord / info.pageSize))) : 0
  useEffect(() => {
    if (to > 0) go.current(to)
  }, [to])
}

/** Position in the result, and navigation to the next page or any page. */
export function Pager({ info: { page, pageSize, totalRecord }, onPage, noun }: PagerProps) {
  const pages = Math.max(1, Math.ceil(totalRecord / pageSize))
  const first = totalRecord === 0 ? 0 : (page - 1) * pageSize + 1
  const last = Math.min(page * pageSize, totalRecord)
  return (
    <Group justify="space-between" className={classes['pager'] ?? ''}>
      <span aria-live="polite">
        {first.toLocaleString()}–{last.toLocaleString()} of {totalRecord.toLocaleString()}{' '}
        {totalRecord === 1 ? noun.replace(/s$/, '') : noun}
      </span>
      {pages > 1 && (
        <Group gap={8}>
          <ActionIcon
            variant="default"
            aria-label="Previous page"
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          >
            <IconChevronLeft size={18} />
          </ActionIcon>
          <PageField page={page} pages={pages} onPage={onPage} />
          <ActionIcon
            variant="default"
            aria-label="Next page"
            disabled={page >= pages}
            onClick={() => onPage(page + 1)}
          >
            <IconChevronRight size={18} />
          </ActionIcon>
        </Group>
      )}
    </Group>
  )
}

interface FieldProps {
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
}

/** Direct page entry: a list may have ten thousand pages. */
function PageField({ page, pages, onPage }: FieldProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <form
      className={classes['field']}
      onSubmit={event => {
        event.preventDefault()
        setTyped(undefined)
        const wanted = Math.min(pages, Number(typed?.replaceAll(/\D/g, '')))
        if (wanted > 0 && wanted !== page) onPage(wanted)
      }}
    >
      Page
      <TextInput
        size="xs"
        aria-label={`Page, of ${pages.toLocaleString()}`}
        inputMode="numeric"
        maxLength={9}
        w={`${Math.max(pages.toLocaleString().length, 2) + 3}ch`}
        value={typed ?? page.toLocaleString()}
        onFocus={event => event.currentTarget.select()}
        onChange={event => setTyped(event.currentTarget.value)}
        onBlur={() => setTyped(undefined)}
      />
      of {pages.toLocaleString()}
    </form>
  )
}
