import { expect, it } from 'vitest'
import { toViewQuery, toViewSearch } from './viewQuery.ts'

it('a view has the filters of the URL in one order, without the open record', () => {
  expect(toViewQuery('?status=new&lead=1&search=oak+st&type=')).toBe('search=oak+st&status=new')
  expect(toViewQuery('?search=oak%20st&status=new')).toBe('search=oak+st&status=new')
  expect(toViewQuery('?property=1')).toBe('')
  expect(toViewQuery('?role=admin&dialog=edit&user=1')).toBe('role=admin')
})

it('how the list is shown is not part of a view, and stays when another view is chosen', () => {
  expect(toViewQuery('?view=board&cards=value&status=new')).toBe('status=new')
  expect(toViewSearch('status=new', '?view=board&search=oak&lead=1')).toBe('status=new&view=board')
})
