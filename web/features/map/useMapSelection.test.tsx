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

/** A map with a selected property, and a lookup that the test resolves. */
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

describe('the selected property', () => {
  it.each([
    ['found nothing', null],
    ['was superseded', 'superseded' as const],
  ])('stays selected during a search by address, and when the search %s', async (_what, answer) => {
    const { selection, lookUp } = start()
    const finish = lookUp()
    expect(selection().propertyId).toBe('open')
    await finish(answer)
    expect(selection().propertyId).toBe('open')
  })

  it.each([
    ['found nothing', null],
    ['was superseded', 'superseded' as const],
  ])('is selected again when a lookup of another point %s', async (_what, answer) => {
    const { selection, lookUp } = start(place)
    const finish = lookUp()
    expect(selection().selection).toMatchObject({ kind: 'new_marker', at: place, busy: true })
    await finish(answer)
    expect(selection().propertyId).toBe('open')
  })

  it('is replaced by the property or draft that was found', async () => {
    const { selection, lookUp } = start()
    await lookUp()(existing)
    expect(selection().propertyId).toBe('other')
    await lookUp()(unsaved)
    expect(selection().draft).toEqual(draft)
  })

  it('stays selected if it was selected while a lookup was running', async () => {
    const { selection, lookUp } = start(place)
    const finish = lookUp()
    act(() => selection().open(other))
    await finish('superseded')
    expect(selection().propertyId).toBe('other')
  })
})

it('a superseded lookup does not replace the point of the later one', async () => {
  const { selection, lookUp } = start(place)
  const first = lookUp()
  const second = lookUp({ lat: 39.7, lng: -86.1 })
  await first('superseded')
  expect(selection().selection).toMatchObject({ at: { lat: 39.7 }, busy: true })
  await second(null)
  expect(selection().propertyId).toBe('open')
})
