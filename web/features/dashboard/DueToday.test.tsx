// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setDisplayTimeZone } from '../../lib/dates.ts'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { DueToday } from './DueToday.tsx'

beforeEach(() => {
  // Tuesday, 11 AM in Indianapolis.
  vi.useFakeTimers({ now: new Date('2026-12-01T16:00:00Z'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  setDisplayTimeZone(undefined)
  cleanup()
})

const comeBack = (propertyId: string, comeBackAt: string) => ({
  ...{ __typename: 'ComeBack', eventId: `knock at ${propertyId}`, comeBackAt, propertyId },
  ...{ address: '1031 W 11th Demo St, Demo Town', note: 'After work' },
})
const followUp = (id: string, followUpAt: string) => ({
  node: {
    __typename: 'Lead',
    id,
    followUpAt,
    contactName: 'Sample Owner 0142',
    address: '1018 W 12th Demo St, Demo Town',
  },
  cursor: id,
})
const leads = (...edges: object[]) => ({ __typename: 'LeadConnection', edges })

const show = (data: object) => renderSignedIn(<DueToday />, { answers: { DueToday: { data } } })

it('houses to come back to and follow-ups are listed by their time, until the end of the day of the tenant', async () => {
  const { sent } = show({
    comeBacks: [comeBack('evening', '2026-12-01T23:00:00Z'), comeBack('next week', '2026-12-08T23:00:00Z')],
    new: leads(followUp('late', '2026-11-30T20:00:00Z')),
    contacted: leads(followUp('afternoon', '2026-12-01T20:00:00Z')),
  })
  const rows = await screen.findAllByRole('link')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    '1018 W 12th Demo StFollow-up · Sample Owner 0142Mon, Nov 30, 3:00 PM',
    '1018 W 12th Demo StFollow-up · Sample Owner 0142Today, 3:00 PM',
    '1031 W 11th Demo StCome back · After workToday, 6:00 PM',
  ])
  expect(rows.map((row) => row.getAttribute('href'))).toEqual([
    '/leads?lead=late',
    '/leads?lead=afternoon',
    '/map?house=evening',
  ])
  expect(JSON.stringify(sent[0])).toContain('2026-12-02T05:00:00.000Z')
})

it('a day without any says so', async () => {
  show({ comeBacks: [], new: leads(), contacted: leads() })
  const text = await screen.findByText('No visit or follow-up is due.')
  expect(text.closest('section')?.textContent).toBe('Due TodayNo visit or follow-up is due.')
})
