import { describe, expect, it } from 'vitest'
import { filterInput, filtersFrom, narrowed, noFilters, withFilters } from './leadFilters.ts'

describe('the filters of the leads', () => {
  it('stand in the address, and come back from it', () => {
    const filters = { search: '1018 W', tag: 'METAL_ROOF', priority: 'HIGH', status: 'NEW' } as const
    const params = withFilters(new URLSearchParams('group=tag'), filters)
    expect(params.toString()).toBe('group=tag&search=1018+W&type=metal_roof&priority=high&status=new')
    expect(filtersFrom(params)).toEqual(filters)
  })

  it('leave the address when they narrow nothing', () => {
    const params = withFilters(new URLSearchParams('type=storm&search=oak&group=tag'), { tag: 'ALL', search: '  ' })
    expect(params.toString()).toBe('group=tag')
    expect(narrowed(filtersFrom(params))).toBe(false)
  })

  it('pass over what the address says wrongly', () => {
    expect(filtersFrom(new URLSearchParams('type=roof&priority=urgent&status=__proto__'))).toEqual(noFilters)
  })

  it('ask the server for nothing that narrows nothing', () => {
    expect(filterInput(noFilters)).toEqual({})
    expect(filterInput({ ...noFilters, search: ' oak ', status: 'COMPLETED' })).toEqual({
      search: 'oak',
      status: 'COMPLETED',
    })
  })
})
