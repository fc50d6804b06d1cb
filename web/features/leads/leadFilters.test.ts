import { describe, expect, it } from 'vitest'
import { toFilterInput, parseFilters, isFiltered, noFilters, applyFilters } from './leadFilters.ts'

describe('the filters of the leads', () => {
  it('stand in the address, and come back from it', () => {
    const filters = { search: '1018 W', tag: 'METAL_ROOF', priority: 'HIGH', status: 'NEW' } as const
    const params = applyFilters(new URLSearchParams('group=tag'), filters)
    expect(params.toString()).toBe('group=tag&search=1018+W&type=metal_roof&priority=high&status=new')
    expect(parseFilters(params)).toEqual(filters)
  })

  it('leave the address when they narrow nothing', () => {
    const params = applyFilters(new URLSearchParams('type=storm&search=oak&group=tag'), { tag: 'ALL', search: '  ' })
    expect(params.toString()).toBe('group=tag')
    expect(isFiltered(parseFilters(params))).toBe(false)
  })

  it('pass over what the address says wrongly', () => {
    expect(parseFilters(new URLSearchParams('type=roof&priority=urgent&status=__proto__'))).toEqual(noFilters)
  })

  it('ask the server for nothing that narrows nothing', () => {
    expect(toFilterInput(noFilters)).toEqual({})
    expect(toFilterInput({ ...noFilters, search: ' oak ', status: 'COMPLETED' })).toEqual({
      search: 'oak',
      status: 'COMPLETED',
    })
  })
})
