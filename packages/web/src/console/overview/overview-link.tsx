import { type OverviewFigure, overviewFigures } from '@parley/contract'
import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { periods, usualDays } from './period.ts'

/** Addresses relative to /firm. */
export const overviewPath = '/overview'
export const countedPath = '/overview/entries'

export interface OverviewSearch {
  readonly days?: number | undefined
  /** Advisor id. */
  readonly advisor?: number | undefined
}

export interface CountedSearch {
  readonly figure: OverviewFigure
  readonly from: string
  readonly to: string
  readonly advisor?: number | undefined
}

type Given = Record<string, unknown>

const idOf = (value: unknown): number | undefined =>
  Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined

/** An invalid parameter must be returned as undefined: the router keeps the raw value of one that is left out. */
export function overviewSearch(given: Given): OverviewSearch {
  const days = periods.find(({ value }) => value === String(given['days']))
  return { days: days && Number(days.value), advisor: idOf(given['advisor']) }
}

/** A day of the calendar: not February 30. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text)

export function countedSearch(given: Given): {
  readonly [Name in keyof CountedSearch]?: CountedSearch[Name] | undefined
} {
  const figure = overviewFigures.find(name => name === given['figure'])
  const day = (name: string): string | undefined =>
    isDay(String(given[name])) ? String(given[name]) : undefined
  return { figure, from: day('from'), to: day('to'), advisor: idOf(given['advisor']) }
}

/** The router's types know the routes of the app only; these are the console's. */
export const useOverviewSearch = (): OverviewSearch => useSearch({ strict: false }) as OverviewSearch
export const useCountedSearch = (): Partial<CountedSearch> =>
  useSearch({ strict: false }) as Partial<CountedSearch>

interface LinkProps<Search> {
  readonly search: Search
  readonly className?: string | undefined
  readonly label?: string
  readonly children: ReactNode
}

/** To the entries that a figure counts. */
export const CountedLink = ({ search, className, label, children }: LinkProps<CountedSearch>) => (
  <Link
    to={countedPath as never}
    search={search as never}
    {...(className !== undefined && { className })}
    {...(label !== undefined && { 'aria-label': label })}
  >
    {children}
  </Link>
)

export const OverviewLink = ({ search, className, children }: LinkProps<OverviewSearch>) => (
  <Link
    to={overviewPath as never}
    search={{ ...search, ...(search.days === usualDays && { days: undefined }) } as never}
    {...(className !== undefined && { className })}
  >
    {children}
  </Link>
)
