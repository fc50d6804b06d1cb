import { describe, expect, it } from 'vitest'
import { toFilterInput, parseFilters, isFiltered, noFilters, applyFilters } from './leadFilters.ts'

describe('the lead filters', () => {
  it('are written to the URL and read back', () => {
    const filters = { search: '1018 W', tag: 'METAL_ROOF', priority: 'HIGH', status: 'NEW' } as const
    const params = applyFilters(new URLSearchParams('group=tag'), filters)
    expect(params.toString()).toBe('group=tag&search=1018+W&type=metal_roof&priority=high&status=new')
    expect(parseFilters(params)).toEqual(filters)
  })

  it('are not in the URL when they are not set', () => {
    const params = applyFilters(new URLSearchParams('type=storm&search=oak&group=tag'), { tag: 'ALL', search: '  ' })
    expect(params.toString()).toBe('group=tag')
    expect(isFiltered(parseFilters(params))).toBe(false)
  })

  it('ignore invalid values in the URL', () => {
    expect(parseFilters(new URLSearchParams('type=roof&priority=urgent&status=__proto__'))).toEqual(noFilters)
  })

  it('send only filters that are set', () => {
    expect(toFilterInput(noFilters)).toEqual({})
    expect(toFilterInput({ ...noFilters, search: ' oak ', status: 'COMPLETED' })).toEqual({
      search: 'oak',
      status: 'COMPLETED',
    })
  })
})
