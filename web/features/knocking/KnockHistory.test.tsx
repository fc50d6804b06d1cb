// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setDisplayTimeZone } from '../../lib/dates.ts'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { type HistoryKnock, KnockHistory } from './KnockHistory.tsx'

const callRest = vi.hoisted(() => vi.fn<(path: string) => Promise<Response>>())
vi.mock('../../session/person/useRestClient.ts', () => ({ useRestClient: () => callRest }))

beforeEach(() => {
  // 11:30 PM in the tenant's time zone; already the next day in UTC.
  vi.useFakeTimers({ now: Date.parse('2026-11-19T04:30:00Z'), toFake: ['Date'] })
  setDisplayTimeZone('America/Indiana/Indianapolis')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  setDisplayTimeZone(undefined)
})

const me = { id: 'riley', fullName: 'Riley Example' }
const avery = { id: 'avery', fullName: 'Avery Sample' }
const knock = (eventId: string, occurredAt: string, more: Partial<HistoryKnock> = {}): HistoryKnock => ({
  eventId,
  outcome: 'TALKED',
  outcomeId: null,
  outcomeName: 'Talked',
  occurredAt,
  note: null,
  photoIds: [],
  comeBackAt: null,
  distanceMeters: null,
  flags: [],
  rep: me,
  ...more,
})
const today = knock('today', '2026-11-18T19:14:00Z', { note: 'wants a price', distanceMeters: 36.6 })
const others = knock('others', '2026-11-18T18:00:00Z', { rep: avery })
const earlier = knock('earlier', '2026-11-12T22:40:00Z')

it('a row says who, what was noted, when in the tenant’s time zone, and how far from the house', () => {
  render(<KnockHistory knocks={[earlier, others, today]} repId="riley" />)
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows).toEqual([
    'TalkedToday, 2:14 PMYou · wants a price120 ft from the house',
    'TalkedToday, 1:00 PMAvery Sample',
    'TalkedNov 12, 5:40 PMYou',
  ])
})

it('a knock that was flagged says what was wrong, in the city of the permits at the door', async () => {
  const ring = [
    [-86.2, 39.7],
    [-86.1, 39.7],
    [-86.1, 39.8],
    [-86.2, 39.7],
  ]
  const permit = {
    ...{ __typename: 'Permit', id: 'p', city: 'Grove City', area: { type: 'Polygon', coordinates: [ring] } },
    ...{ number: null, validFrom: '2026-01-01', validTo: null, weekdays: [1], from: '09:00', to: '20:00' },
    ...{ untilSunsetMinutes: null, expiryNotice: null, badges: [] },
  }
  const { flags: _, ...ofEarlierRelease } = earlier
  const knocks = [
    { ...today, flags: ['OUTSIDE_HOURS' as const, 'NO_PERMIT' as const] },
    { ...others, flags: ['DO_NOT_KNOCK' as const] },
    ofEarlierRelease as HistoryKnock,
  ]
  const answers = { Permits: { data: { permits: [permit] } } }
  const history = (door: { lat: number; lng: number }) => <KnockHistory knocks={knocks} repId="riley" door={door} />
  const { rerender } = renderSignedIn(history({ lat: 39.73, lng: -86.12 }), { answers })
  await screen.findByText('Outside the hours of Grove City · No valid permit for Grove City')
  expect(screen.getByText('Logged where nobody may knock').closest('li')?.textContent).toContain('Avery Sample')
  expect(screen.getAllByRole('listitem')[2]?.textContent).toBe('TalkedNov 12, 5:40 PMYou')
  rerender(history({ lat: 41, lng: -86 }))
  expect(screen.getByText('Outside the hours of the city · No valid permit for the city').tagName).toBe('SPAN')
})

it('Undo is offered at the rep’s own knocks of the last seven days only', () => {
  const onUndo = vi.fn()
  const old = knock('old', '2026-11-12T04:59:59Z')
  render(<KnockHistory knocks={[old, earlier, others, today]} repId="riley" onUndo={onUndo} />)
  const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))
  expect(names).toEqual(['Undo Talked, 2:14 PM', 'Undo Talked, Nov 12, 5:40 PM'])
  const [row] = screen.getAllByRole('listitem')
  fireEvent.click(within(row!).getByRole('button', { name: 'Undo Talked, 2:14 PM' }))
  expect(onUndo).toHaveBeenCalledExactlyOnceWith(today)
})

it('a knock that an earlier release stored on the device is shown, too', () => {
  const { photoIds: _, ...stored } = today
  render(<KnockHistory knocks={[stored as HistoryKnock]} repId="riley" />)
  expect(screen.getByRole('listitem').textContent).toBe('TalkedToday, 2:14 PMYou · wants a price120 ft from the house')
})

it('photos are shown as pictures that open, also those that were not uploaded yet', async () => {
  URL.createObjectURL = (photo) => `blob:${(photo as Blob).size}`
  URL.revokeObjectURL = () => undefined
  const waiting = { id: 'waiting', photo: new Blob(['xx']) }
  const { rerender } = render(<KnockHistory knocks={[{ ...today, photos: [waiting] }]} repId="riley" />)
  expect(screen.getByRole('link', { name: 'Taken at 2:14 PM' }).getAttribute('href')).toBe('blob:2')
  callRest.mockResolvedValue(new Response('x'))
  rerender(<KnockHistory knocks={[{ ...today, photoIds: ['uploaded'], photos: [waiting] }]} repId="riley" />)
  const first = await screen.findByRole('link', { name: 'Photo 1 of 2, taken at 2:14 PM' })
  const second = screen.getByRole('link', { name: 'Photo 2 of 2, taken at 2:14 PM' })
  expect([first, second].map((link) => link.getAttribute('href'))).toEqual(['blob:1', 'blob:2'])
  expect(callRest).toHaveBeenCalledExactlyOnceWith('/photos/uploaded')
})
