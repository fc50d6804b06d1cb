// @vitest-environment jsdom
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderHookSignedIn } from '../../testing/renderSignedIn.tsx'
import { usePermitWarning } from './usePermitWarning.ts'

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
  ...{ from: '09:00', to: '20:00', untilSunsetMinutes: 30, badges: [] as object[] },
}
const render = (permits: object[]) =>
  renderHookSignedIn(({ point }) => usePermitWarning(point), {
    answers: { Permits: { data: { permits } } },
    initialProps: { point: door },
  })

// The clock alone is shifted: timers run on, because permits are loaded.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('warns of a knock after the time before sunset, and not of one at noon', async () => {
  // A Wednesday, on which the sun sets at about 5:20 PM there.
  vi.setSystemTime('2026-12-02T22:00:00Z')
  const { result: warning } = render([permit])
  const hours = 'Mon–Sat, 9:00 AM – 8:00 PM, until 30 minutes before sunset'
  await waitFor(() => expect(warning.current()).toBe(`It is 5:00 PM, outside the hours of Sample City: ${hours}.`))
  vi.setSystemTime('2026-12-02T17:00:00Z')
  expect(warning.current()).toBeUndefined()
})

it('warns of a knock of somebody who has no badge, and says so beside the hours', async () => {
  vi.setSystemTime('2026-12-06T17:00:00Z')
  const badges = [{ __typename: 'PermitBadge', userId: 'somebody', number: null }]
  const { result: warning } = render([{ ...permit, untilSunsetMinutes: null, badges }])
  const outside = 'It is 12:00 PM, outside the hours of Sample City: Mon–Sat, 9:00 AM – 8:00 PM.'
  await waitFor(() => expect(warning.current()).toBe(`${outside} You have no valid permit for Sample City.`))
})

it('says nothing of a door that is in no permit', async () => {
  vi.setSystemTime('2026-12-06T17:00:00Z')
  const { result: warning, rerender } = render([permit])
  await waitFor(() => expect(warning.current()).toContain('outside the hours'))
  rerender({ point: { lat: 41, lng: -86.15 } })
  expect(warning.current()).toBeUndefined()
})
