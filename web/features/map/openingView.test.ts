// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { clearStorage } from '../../session/person/storage.ts'
import { findWorkCenter, readLastView, storeLastView } from './openingView.ts'

const view = { center: { lat: 39.77, lng: -86.16 }, zoom: 18.4 }

beforeEach(() => localStorage.clear())

describe('the last view', () => {
  it('is stored for each user, and survives a logout', () => {
    storeLastView('riley', view)
    clearStorage()
    expect(readLastView('riley')).toEqual(view)
    expect(readLastView('avery')).toBeUndefined()
  })

  it('is ignored if it is damaged', () => {
    localStorage.setItem('porchlight.map.riley', '{"center":{"lat":39.77},"zoom":18}')
    expect(readLastView('riley')).toBeUndefined()
    localStorage.setItem('porchlight.map.riley', '{')
    expect(readLastView('riley')).toBeUndefined()
  })
})

describe('the center of the work', () => {
  it('is a saved property among the most, not one far away', () => {
    const street = [1, 2, 3, 4].map((step) => ({ lat: 39.77, lng: -86.16 + step / 1e4 }))
    expect(street).toContainEqual(findWorkCenter([{ lat: 41, lng: -90 }, ...street]))
  })

  it('is undefined without saved properties', () => {
    expect(findWorkCenter([])).toBeUndefined()
  })
})
