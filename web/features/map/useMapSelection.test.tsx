// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { useMapSelection } from './useMapSelection.ts'

const open = { id: 'open', lat: 39.77, lng: -86.16 }
const other = { id: 'other', lat: 39.78, lng: -86.17 }
const place = { lat: 39.79, lng: -86.18 }
const draft = { lat: 39.8, lng: -86.19 }

type Lookup = Parameters<ReturnType<typeof useMapSelection<typeof draft>>['resolveLookup']>[0]
type LookupResult = Awaited<Lookup>
const existing: LookupResult = { outcome: 'EXISTING', property: other, draft: null, outline: null }
const unsaved: LookupResult = { outcome: 'NEW', property: null, draft, outline: null }

afterEach(cleanup)

/** A map with a house open, and a look-up that is answered when the test says so. */
function start(at?: typeof place) {
  const { result } = renderHook(() => useMapSelection<typeof draft>(false))
  act(() => result.current.open(open))
  const lookUp = (where = at) => {
    let answer = (_: LookupResult) => {}
    const lookup: Lookup = new Promise((resolve) => (answer = resolve))
    let found: Promise<unknown> = Promise.resolve()
    act(() => void (found = result.current.resolveLookup(lookup, 20, where)))
    return (given: LookupResult) =>
      act(async () => {
        answer(given)
        await found
      })
  }
  return { selection: () => result.current, lookUp }
}

describe('the house that is open', () => {
  it.each([
    ['found nothing', null],
    ['was overtaken', 'overtaken' as const],
  ])('stays during a search by address, and when that %s', async (_what, answer) => {
    const { selection: aim, lookUp } = start()
    const finish = lookUp()
    expect(aim().propertyId).toBe('open')
    await finish(answer)
    expect(aim().propertyId).toBe('open')
  })

  it.each([
    ['found nothing', null],
    ['was overtaken', 'overtaken' as const],
  ])('comes back when a place was looked up instead and that %s', async (_what, answer) => {
    const { selection: aim, lookUp } = start(place)
    const finish = lookUp()
    expect(aim().target).toMatchObject({ kind: 'spot', at: place, busy: true })
    await finish(answer)
    expect(aim().propertyId).toBe('open')
  })

  it('gives way to the house or the spot that was found', async () => {
    const { selection: aim, lookUp } = start()
    await lookUp()(existing)
    expect(aim().propertyId).toBe('other')
    await lookUp()(unsaved)
    expect(aim().draft).toEqual(draft)
  })

  it('stays when it was chosen while something else was being looked up', async () => {
    const { selection: aim, lookUp } = start(place)
    const finish = lookUp()
    act(() => aim().open(other))
    await finish('overtaken')
    expect(aim().propertyId).toBe('other')
  })
})

it('a spot whose look-up was overtaken by that of another leaves the place to it', async () => {
  const { selection: aim, lookUp } = start(place)
  const first = lookUp()
  const second = lookUp({ lat: 39.7, lng: -86.1 })
  await first('overtaken')
  expect(aim().target).toMatchObject({ at: { lat: 39.7 }, busy: true })
  await second(null)
  expect(aim().propertyId).toBe('open')
})
