import type { Me } from '@parley/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { reading } from '../queries.ts'

export const useMe = (): Me => useSuspenseQuery(reading('getMe', {})).data
