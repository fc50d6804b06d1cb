import { describe, expect, it } from 'vitest'
import { readFilters } from './urlFilters.ts'
import { toggleOrder, toOrder, urlOrder } from './urlOrder.ts'

describe('an order in the URL', () => {
  const order = urlOrder(['NAME', 'CREATED_AT'], '-CREATED_AT', ['CREATED_AT'])
  const read = (query: string) => toOrder(readFilters(order.filter, new URLSearchParams(query)).sort)

  it('is the initial one unless a known field is named', () => {
    expect(read('')).toEqual({ field: 'CREATED_AT', direction: 'DESC' })
    expect(read('sort=luck')).toEqual({ field: 'CREATED_AT', direction: 'DESC' })
    expect(read('sort=-name')).toEqual({ field: 'NAME', direction: 'DESC' })
  })

  it('begins with the latest time or with A, and a second click reverses it', () => {
    const byName = toggleOrder(read(''), 'NAME', order.startsDescending)
    expect(byName).toBe('NAME')
    expect(toggleOrder(toOrder(byName), 'NAME', order.startsDescending)).toBe('-NAME')
    expect(toggleOrder(toOrder(byName), 'CREATED_AT', order.startsDescending)).toBe('-CREATED_AT')
  })
})
