// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setDisplayTimeZone } from '../../lib/dates.ts'
import type { LastVisit } from './lastVisit.ts'
import { LastVisitLines } from './LastVisitLines.tsx'

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

const rep = { id: 'avery', fullName: 'Avery Sample' }
const visit: LastVisit = { outcome: 'NOBODY_HOME', occurredAt: '2026-11-18T19:14:00Z', streak: 1, rep, note: null }
const textsOf = (shown: LastVisit | undefined, { isSaved = true, repId = 'riley' } = {}) => {
  const { container } = render(<LastVisitLines visit={shown} isSaved={isSaved} repId={repId} />)
  return [...container.querySelectorAll('p')].map(({ textContent }) => textContent)
}

it('says what came of the last visit, how often in a row, when, by whom, and the note', () => {
  expect(textsOf({ ...visit, streak: 2, note: 'dog,\nside door' })).toEqual([
    'Nobody home ×2 · Today, 2:14 PM',
    'Avery Sample · dog, side door',
  ])
  expect(textsOf({ ...visit, occurredAt: '2026-11-12T22:40:00Z' }, { repId: 'avery' })).toEqual([
    'Nobody home · Nov 12, 5:40 PM',
    'You',
  ])
})

it('says that nobody has knocked at a saved property; an unsaved one says so itself', () => {
  expect(textsOf(undefined)).toEqual(['Not visited yet'])
  expect(textsOf(undefined, { isSaved: false })).toEqual([''])
})
