import type { AdvisorRow } from './queries.ts'

export const mayEnter = ({ active, firmActive }: Pick<AdvisorRow, 'active' | 'firmActive'>): boolean =>
  active && firmActive
