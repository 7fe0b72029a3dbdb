import { UnstyledButton } from '@mantine/core'
import type { AdvisorFigures } from '@parley/contract'
import { IconArrowDown, IconArrowUp, IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reading } from '../../lib/queries.ts'
import { Pager, useFilledPage } from '../../ui/pager.tsx'
import { PersonMark } from '../../ui/person-mark.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Empty, WaitingLines, Wrong } from '../../ui/states.tsx'
import { figureLabels, type ShownFigure, shownFigures } from './figure-labels.ts'
import classes from './overview.module.css'
import { CountedLink, OverviewLink } from './overview-link.tsx'

interface TableProps {
  readonly days: number
  readonly from: string
  readonly to: string
}

const sorts = {
  texts: 'texts',
  replies: 'replies',
  response: 'medianResponseSeconds',
  consentRate: 'consentRate',
  optOuts: 'optOuts',
  failures: 'failures',
} as const
type Sort = 'name' | ShownFigure

/** The figures of each advisor. */
export function AdvisorTable({ days, from, to }: TableProps) {
  const [sort, setSort] = useState<Sort>('texts')
  const [direction, setDirection] = useState<'asc' | 'desc'>('desc')
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const sortBy = sort === 'name' ? sort : sorts[sort]
  const query = useQuery({
    ...reading('listAdvisorFigures', {
      query: {
        from,
        to,
        page,
        pageSize: 25,
        sortBy,
        sortDirection: direction,
        ...(search !== '' && { search }),
      },
    }),
    placeholderData: keepPreviousData,
  })
  const rows = query.data?.data ?? []
  useFilledPage(query.data?.pageInfo, rows.length, setPage)
  const sortAs = (next: Sort): void => {
    setPage(1)
    setSort(next)
    if (next === sort) setDirection(direction === 'asc' ? 'desc' : 'asc')
    else setDirection(next === 'name' || next === 'response' ? 'asc' : 'desc')
  }
  return (
    <section className={classes['byAdvisor']} aria-label="By advisor">
      <header className={classes['tableHeader']}>
        <h2>By advisor</h2>
        <SearchField
          label="Search advisors"
          value={search}
          onSearch={words => {
            setPage(1)
            setSearch(words)
          }}
        />
      </header>
      {query.isPending && <WaitingLines lines={5} height={48} />}
      {query.isError && <Wrong error={query.error} retry={() => void query.refetch()} />}
      {query.data && rows.length === 0 && (
        <Empty Icon={IconUsers} title="No advisor found">
          {search === '' ? 'The firm has no advisors yet.' : 'Try a shorter search.'}
        </Empty>
      )}
      {rows.length > 0 && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no pointer scrolls it with the keyboard. */}
          <section className={classes['frame']} aria-label="Figures by advisor" tabIndex={0}>
            <table className={classes['figures']}>
              <thead>
                <tr>
                  {(['name', ...shownFigures] as const).map(each => (
                    <th
                      key={each}
                      scope="col"
                      aria-sort={each !== sort ? 'none' : direction === 'asc' ? 'ascending' : 'descending'}
                    >
                      <UnstyledButton className={classes['sort']} onClick={() => sortAs(each)}>
                        {each === 'name' ? 'Advisor' : figureLabels[each].label}
                        {each === sort &&
                          (direction === 'asc' ? (
                            <IconArrowUp size={14} aria-hidden />
                          ) : (
                            <IconArrowDown size={14} aria-hidden />
                          ))}
                      </UnstyledButton>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(row => (
                  <AdvisorRow key={row.advisorId} row={row} days={days} from={from} to={to} />
                ))}
              </tbody>
            </table>
          </section>
          {query.data && <Pager info={query.data.pageInfo} onPage={setPage} noun="advisors" />}
        </>
      )}
    </section>
  )
}

function AdvisorRow({ row, days, from, to }: TableProps & { readonly row: AdvisorFigures }) {
  return (
    <tr data-off={!row.isActive || undefined}>
      <th scope="row">
        <OverviewLink search={{ days, advisor: row.advisorId }} className={classes['advisor']}>
          <PersonMark name={row.name} size={28} />
          <span>
            {row.name}
            {!row.isActive && <small> disabled</small>}
          </span>
        </OverviewLink>
      </th>
      {shownFigures.map(figure => {
        const { label, leadsTo, valueOf, show } = figureLabels[figure]
        const value = valueOf(row)
        return (
          <td key={figure} data-label={label}>
            {value === undefined || value === 0 ? (
              <span className={classes['none']}>{value === undefined ? '–' : show(value)}</span>
            ) : (
              <CountedLink search={{ figure: leadsTo, from, to, advisor: row.advisorId }}>
                {show(value)}
              </CountedLink>
            )}
          </td>
        )
      })}
    </tr>
  )
}
