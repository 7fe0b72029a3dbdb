import { ActionIcon, Group } from '@mantine/core'
import type { PageInfo } from '@parley/contract'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import classes from './pager.module.css'

interface PagerProps {
  readonly info: PageInfo
  readonly onPage: (page: number) => void
  readonly noun: string
}

/** Where in the whole one is, and the way to the next page. */
export function Pager({ info: { page, pageSize, totalRecord }, onPage, noun }: PagerProps) {
  const pages = Math.max(1, Math.ceil(totalRecord / pageSize))
  const first = totalRecord === 0 ? 0 : (page - 1) * pageSize + 1
  const last = Math.min(page * pageSize, totalRecord)
  return (
    <Group justify="space-between" className={classes['pager'] ?? ''}>
      <span aria-live="polite">
        {first.toLocaleString()}–{last.toLocaleString()} of {totalRecord.toLocaleString()} {noun}
      </span>
      {pages > 1 && (
        <Group gap={8}>
          <ActionIcon
            variant="default"
            aria-label="Page before"
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          >
            <IconChevronLeft size={18} />
          </ActionIcon>
          <span>
            Page {page.toLocaleString()} of {pages.toLocaleString()}
          </span>
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
