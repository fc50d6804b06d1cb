import { describe, expect, it } from 'vitest'
import { activeFilters, readFilters, writeFilters } from '../../lib/urlFilters.ts'
import { leadFilters, toFilterInput } from './leadFilters.ts'

const noFilters = { search: '', tag: 'ALL', priority: 'ALL', status: 'ALL', letters: 'ALL' } as const

describe('the lead filters', () => {
  it('are written to the URL and read back', () => {
    const filters = { search: '1018 W', tag: 'METAL_ROOF', priority: 'HIGH', status: 'NEW', letters: 'NONE' } as const
    const params = writeFilters(leadFilters, new URLSearchParams('group=tag'), filters)
    expect(params.toString()).toBe('group=tag&search=1018+W&type=metal_roof&priority=high&status=new&letters=none')
    expect(readFilters(leadFilters, params)).toEqual(filters)
  })

  it('are not in the URL when they are not set', () => {
    const params = writeFilters(leadFilters, new URLSearchParams('type=storm&search=oak&group=tag'), {
      tag: 'ALL',
      search: '  ',
    })
    expect(params.toString()).toBe('group=tag')
    expect(activeFilters(leadFilters, readFilters(leadFilters, params))).toEqual({})
  })

  it('ignore invalid values in the URL', () => {
    expect(readFilters(leadFilters, new URLSearchParams('type=roof&priority=urgent&status=__proto__'))).toEqual(
      noFilters,
    )
  })

  it('send only filters that are set', () => {
    expect(toFilterInput(noFilters)).toEqual({})
    expect(toFilterInput({ ...noFilters, search: ' oak ', status: 'COMPLETED' })).toEqual({
      search: 'oak',
      status: 'COMPLETED',
    })
    expect(toFilterInput({ ...noFilters, letters: 'NONE' })).toEqual({ neverPrinted: true })
  })
})
