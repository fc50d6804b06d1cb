import { describe, expect, it } from 'vitest'
import type { LeadFilter } from '../../gql/graphql.ts'
import { activeFilters, type FilterValues, readFilters, writeFilters } from '../../lib/urlFilters.ts'
import { toInput } from '../../lists/filters.ts'
import { leadList } from './leadList.ts'

const leadFilters = leadList.filters
const toFilterInput = (filters: FilterValues<typeof leadFilters>): LeadFilter => toInput(leadFilters, filters)

const noFilters = {
  search: '',
  tag: 'ALL',
  priority: 'ALL',
  status: 'ALL',
  letters: 'ALL',
  rep: '',
  created: '',
  assigned: '',
  neighborhood: '',
  due: 'ALL',
} as const

describe('the lead filters', () => {
  it('are written to the URL and read back', () => {
    const filters = {
      search: '1018 W',
      tag: 'METAL_ROOF',
      priority: 'HIGH',
      status: 'NEW',
      letters: 'NONE',
      rep: 'r1',
      created: '2026-11-01..2026-11-30',
      assigned: 'nobody',
      neighborhood: 'Sample Park',
      due: 'TODAY',
    } as const
    const params = writeFilters(leadFilters, new URLSearchParams('group=tag'), filters)
    expect(params.toString()).toBe(
      'group=tag&search=1018+W&type=metal_roof&priority=high&status=new&letters=none&rep=r1&created=2026-11-01..2026-11-30&assigned=nobody&neighborhood=Sample+Park&due=today',
    )
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
    expect(toFilterInput({ ...noFilters, neighborhood: 'Sample Park' })).toEqual({ neighborhood: 'Sample Park' })
    expect(toFilterInput({ ...noFilters, rep: 'r1', created: 'nonsense' })).toEqual({ repId: 'r1' })
    const { createdFrom, createdTo } = toFilterInput({ ...noFilters, created: '2026-11-01..2026-11-30' })
    expect(Date.parse(createdTo as string) - Date.parse(createdFrom as string)).toBeGreaterThan(29 * 86_400_000)
  })
})
