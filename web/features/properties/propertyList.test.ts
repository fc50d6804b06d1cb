import { expect, it } from 'vitest'
import { toInputOfQuery } from '../../lists/filters.ts'
import { propertyList } from './propertyList.ts'

const toFilterOfQuery = (query: string) => toInputOfQuery(propertyList.filters, query)

it('a query of the URL becomes the filter of the list', () => {
  expect(toFilterOfQuery('')).toEqual({})
  expect(toFilterOfQuery('search=%20oak%20%20st&tag=storm&status=not_interested&view=table&sort=owner')).toEqual({
    search: 'oak st',
    tag: 'STORM',
    status: 'NOT_INTERESTED',
  })
  expect(toFilterOfQuery('neighborhood=Sample+Park')).toEqual({ neighborhood: 'Sample Park' })
  expect(toFilterOfQuery('email=yes')).toEqual({ hasEmail: true })
  expect(toFilterOfQuery('assigned=nobody')).toEqual({ unassigned: true })
  expect(toFilterOfQuery('assigned=u1&created=nonsense')).toEqual({ assignedTo: 'u1' })
})
