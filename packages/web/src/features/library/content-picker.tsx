import { UnstyledButton } from '@mantine/core'
import type { ContentItem } from '@parley/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reading } from '../../lib/queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Empty, Waiting, Wrong } from '../../ui/states.tsx'
import classes from './library.module.css'

interface PickerProps {
  readonly pick: (item: ContentItem) => void
  readonly close: () => void
}

/** Picks an item of the library to insert its link. */
export default function ContentPicker({ pick, close }: PickerProps) {
  const [search, setSearch] = useState('')
  const query = useQuery({
    ...reading('searchContent', { query: { search, pageSize: 20 } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Dialog close={close} title="Insert from library" size="lg">
      <SearchField label="Search library" value={search} onSearch={setSearch} />
      <div className={classes['picks']}>
        {query.isPending && <Waiting />}
        {query.isError && <Wrong error={query.error} retry={() => void query.refetch()} />}
        {query.data?.data.length === 0 && <Empty title="Nothing found" />}
        {query.data?.data.map(item => (
          <UnstyledButton key={item.url} className={classes['pick']} onClick={() => pick(item)}>
            <strong>{item.title}</strong>
            <span>{item.url}</span>
          </UnstyledButton>
        ))}
      </div>
    </Dialog>
  )
}
