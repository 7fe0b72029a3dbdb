import { DatabaseError } from 'pg'
import { expect, it } from 'vitest'
import { CommitUnconfirmedError, classifyDatabaseError, TransactionAbortedError } from './errors.ts'

it.each([
  ['08006', 'unavailable'],
  ['28P01', 'unavailable'],
  ['3D000', 'unavailable'],
  ['53100', 'unavailable'],
  ['53300', 'unavailable'],
  ['57P01', 'unavailable'],
  ['57P03', 'unavailable'],
  ['25006', 'unavailable'],
  ['57014', 'timeout'],
  ['55P03', 'timeout'],
  ['25P03', 'timeout'],
  ['40001', 'conflict'],
  ['40P01', 'conflict'],
  ['23505', 'bug'],
  ['25P02', 'bug'],
  ['42501', 'bug'],
  ['XX000', 'bug'],
])('SQLSTATE %s means %s', (code, failure) => {
  const error = new DatabaseError('', 0, 'error')
  error.code = code
  expect(classifyDatabaseError(error)).toBe(failure)
})

it('classifies our own errors, system errors and bugs', () => {
  expect(classifyDatabaseError(new CommitUnconfirmedError('deadline'))).toBe('unconfirmed')
  expect(classifyDatabaseError(new TransactionAbortedError())).toBe('bug')
  expect(classifyDatabaseError(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))).toBe(
    'unavailable',
  )
  expect(classifyDatabaseError(Object.assign(new Error('no such file'), { code: 'ENOENT' }))).toBe('bug')
  expect(classifyDatabaseError(new TypeError('x is undefined'))).toBe('bug')
  expect(classifyDatabaseError('thrown text')).toBe('bug')
})
