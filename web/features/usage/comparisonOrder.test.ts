import { expect, it } from 'vitest'
import { toggleSort } from '../../lib/sorting.ts'
import {
  isQuiet,
  quietLabelOf,
  sortTenants,
  defaultOrder,
  type TenantColumn,
  type TenantRow,
} from './comparisonOrder.ts'

const row = (name: string, totalCost: number, apiCalls = 0): TenantRow => ({
  tenant: { id: name, name, companyName: `${name} LLC` },
  userCount: 1,
  propertyCount: 0,
  apiCalls,
  mapLoads: 0,
  regridLookups: 0,
  totalCost,
  costPerUser: totalCost,
})
const rows = [row('Maple Demo', 5), row('Example Exteriors', 9), row('Acme Sample', 5)]
const names = (sorted: TenantRow[]) => sorted.map(({ tenant }) => tenant.name)

it('sorts the most expensive tenant first, and by name when equal', () => {
  expect(names(sortTenants(rows, defaultOrder))).toEqual(['Example Exteriors', 'Acme Sample', 'Maple Demo'])
})

it('sorts names from A and numbers from the largest, and reverses on a second click', () => {
  const byName = toggleSort<TenantColumn>(defaultOrder, 'tenant', 'tenant')
  expect(names(sortTenants(rows, byName))).toEqual(['Acme Sample', 'Example Exteriors', 'Maple Demo'])
  expect(toggleSort(byName, 'tenant', 'tenant')).toEqual({ column: 'tenant', descending: true })
  expect(toggleSort(byName, 'apiCalls', 'tenant')).toEqual({ column: 'apiCalls', descending: true })
})

it('a tenant with less than one call a day is quiet', () => {
  expect([isQuiet(row('A', 0, 6), 7), isQuiet(row('A', 0, 7), 7)]).toEqual([true, false])
})

it('says of a new tenant that it has no users, not that it is quiet', () => {
  expect(quietLabelOf({ userCount: 0, apiCalls: 1 })).toBe('No users yet')
  expect(quietLabelOf({ userCount: 2, apiCalls: 0 })).toBe('No activity')
  expect(quietLabelOf({ userCount: 2, apiCalls: 3 })).toBe('Quiet')
})
