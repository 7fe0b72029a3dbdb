import type { AdvisorRow } from '../people/queries.ts'

export const mayEnter = ({ active, firm_active }: Pick<AdvisorRow, 'active' | 'firm_active'>): boolean =>
  active && firm_active
