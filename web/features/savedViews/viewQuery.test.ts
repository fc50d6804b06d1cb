import { expect, it } from 'vitest'
import { toViewQuery } from './viewQuery.ts'

it('a view has the filters of the URL in one order, without the open record', () => {
  expect(toViewQuery('?status=new&lead=1&search=oak+st&type=')).toBe('search=oak+st&status=new')
  expect(toViewQuery('?search=oak%20st&status=new')).toBe('search=oak+st&status=new')
  expect(toViewQuery('?property=1')).toBe('')
})
