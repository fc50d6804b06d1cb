// @vitest-environment jsdom
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TerritoriesOnMapDocument } from '../gql/graphql.ts'
import { clearStorage } from '../session/person/storage.ts'
import { type Person, renderHookSignedIn } from '../testing/renderSignedIn.tsx'
import { useKnockRules } from './useKnockRules.ts'

const door = { lat: 39.75, lng: -86.15 }
const ring = [
  [-86.2, 39.7],
  [-86.1, 39.7],
  [-86.1, 39.8],
  [-86.2, 39.8],
  [-86.2, 39.7],
]
const permit = {
  ...{ __typename: 'Permit', id: 'permit-1', city: 'Sample City', area: { type: 'Polygon', coordinates: [ring] } },
  ...{ number: 'P-12', validFrom: '2026-01-01', validTo: '2026-12-31', weekdays: [1, 2, 3, 4, 5, 6] },
  ...{ from: '09:00', to: '20:00', untilSunsetMinutes: 30, expiryNotice: null, badges: [] as object[] },
}
/** The territories of the answer, by the longitude of their western border. */
const territoriesFrom = (...wests: number[]) => ({
  edges: wests.map((west) => ({
    __typename: 'TerritoryEdge',
    node: {
      ...{ __typename: 'Territory', id: `territory ${west}`, name: 'Elm Park', color: 'TEAL', version: 1 },
      area: { type: 'Polygon', coordinates: [ring.map(([lng, lat]) => [lng! + west - ring[0]![0]!, lat])] },
    },
  })),
})
const render = (permits: object[], { wests = [] as number[], me = {} as Person, point = door } = {}) =>
  renderHookSignedIn(({ point: at }) => useKnockRules(at), {
    answers: { Permits: { data: { permits } }, TerritoriesOnMap: { data: { territories: territoriesFrom(...wests) } } },
    initialProps: { point },
    me,
  })

// The clock alone is shifted: timers run on, because permits are loaded.
beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('warns of a knock after the time before sunset, and not of one at noon', async () => {
  // A Wednesday, on which the sun sets at about 5:20 PM there.
  vi.setSystemTime('2026-12-02T22:00:00Z')
  const { result: rules } = render([permit])
  const hours = 'Mon–Sat, 9:00 AM – 8:00 PM, until 30 minutes before sunset'
  await waitFor(() =>
    expect(rules.current.warningNow()).toBe(`It is 5:00 PM, outside the hours of Sample City: ${hours}.`),
  )
  vi.setSystemTime('2026-12-02T17:00:00Z')
  expect(rules.current.warningNow()).toBeUndefined()
})

it('warns of a knock of somebody who has no badge, and says so beside the hours', async () => {
  vi.setSystemTime('2026-12-06T17:00:00Z')
  const badges = [{ __typename: 'PermitBadge', userId: 'somebody', number: null }]
  const { result: rules } = render([{ ...permit, untilSunsetMinutes: null, badges }])
  const outside = 'It is 12:00 PM, outside the hours of Sample City: Mon–Sat, 9:00 AM – 8:00 PM.'
  await waitFor(() => expect(rules.current.warningNow()).toBe(`${outside} You have no valid permit for Sample City.`))
})

it('says nothing of a door that is in no permit', async () => {
  vi.setSystemTime('2026-12-06T17:00:00Z')
  const { result: rules, rerender } = render([permit])
  await waitFor(() => expect(rules.current.warningNow()).toContain('outside the hours'))
  rerender({ point: { lat: 41, lng: -86.15 } })
  expect(rules.current.warningNow()).toBeUndefined()
})

it('says when knocking ends from 30 minutes before on, and nothing afterwards', async () => {
  // Half an hour before sunset is 4:50 PM there.
  vi.setSystemTime('2026-12-02T21:20:30Z')
  const { result: rules } = render([permit])
  const said = () => rules.current.endAt(door)
  await waitFor(() => expect(said()).toBe('Knocking ends at 4:50 PM in Sample City, in 30 minutes'))
  vi.setSystemTime('2026-12-02T21:19:00Z')
  expect(said()).toBeUndefined()
  vi.setSystemTime('2026-12-02T21:49:30Z')
  expect(said()).toBe('Knocking ends at 4:50 PM in Sample City, in 1 minute')
  expect(rules.current.endAt({ lat: 41, lng: -86.15 })).toBeUndefined()
  vi.setSystemTime('2026-12-02T21:51:00Z')
  expect(said()).toBeUndefined()
})

describe('a door outside the own territories', () => {
  const [inside, outside, onEdge] = [-86.2, -86.1, -86.15]
  const question = 'This door is outside your area.'

  it('is asked about once a day of the company, also after another sign-in', async () => {
    // 11:30 PM of Wednesday there.
    vi.setSystemTime('2026-12-03T04:30:00Z')
    const { result: rules, unmount } = render([], { wests: [outside] })
    await waitFor(() => expect(rules.current.warningNow()).toBe(question))
    expect(rules.current.warningNow()).toBeUndefined()
    unmount()
    clearStorage()
    vi.setSystemTime('2026-12-03T04:59:00Z')
    const { result: again } = render([permit], { wests: [outside] })
    await waitFor(() => expect(again.current.warningNow()).toContain('outside the hours'))
    expect(again.current.warningNow()).not.toContain(question)
    vi.setSystemTime('2026-12-03T17:00:00Z')
    expect(again.current.warningNow()).toBe(question)
    expect(again.current.warningNow()).toBeUndefined()
  })

  it('is asked about again for another person of the phone', async () => {
    vi.setSystemTime('2026-12-02T17:00:00Z')
    const { result: rules, unmount } = render([], { wests: [outside] })
    await waitFor(() => expect(rules.current.warningNow()).toBe(question))
    unmount()
    const { result: others } = render([], { wests: [outside], me: { id: 'avery' } })
    await waitFor(() => expect(others.current.warningNow()).toBe(question))
  })

  it('is asked about together with what permits say, and names several areas', async () => {
    vi.setSystemTime('2026-12-06T17:00:00Z')
    const { result: rules } = render([permit], { wests: [outside, outside + 0.2] })
    await waitFor(() =>
      expect(rules.current.warningNow()).toMatch(/outside the hours .+ This door is outside your areas\.$/),
    )
  })

  it.each([
    ['without a territory', { wests: [] }],
    ['inside one of them', { wests: [outside, inside] }],
    ['on the edge', { wests: [onEdge] }],
    ['close to the edge', { wests: [onEdge], point: { ...door, lng: door.lng - 0.0001 } }],
    ['of a manager', { wests: [outside], me: { abilities: { manageTerritories: true } } }],
  ])('is not asked about: %s', async (_, options) => {
    vi.setSystemTime('2026-12-06T17:00:00Z')
    const { result: rules } = render([permit], options)
    // The warning of the permit is there when everything is loaded.
    await waitFor(() => expect(rules.current.warningNow()).toContain('outside the hours'))
    expect(rules.current.warningNow()).not.toContain('your area')
  })

  it('is asked about after a territory was taken away while the map was open', async () => {
    vi.setSystemTime('2026-12-06T17:00:00Z')
    const { result: rules, client } = render([permit], { wests: [inside, outside] })
    await waitFor(() => expect(rules.current.warningNow()).toContain('outside the hours'))
    const data = { territories: { __typename: 'TerritoryConnection' as const, ...territoriesFrom(outside) } }
    client.writeQuery({ query: TerritoriesOnMapDocument, data } as Parameters<typeof client.writeQuery>[0])
    expect(rules.current.warningNow()).toContain(question)
  })
})
