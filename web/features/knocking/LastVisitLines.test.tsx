// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setDisplayTimeZone } from '../../lib/dates.ts'
import type { LastVisit } from './lastVisit.ts'
import { LastVisitLines, LastVisitNote } from './LastVisitLines.tsx'

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

const visit: LastVisit = {
  outcome: 'NOBODY_HOME',
  outcomeName: 'Nobody home',
  ownId: null,
  occurredAt: '2026-11-18T19:14:00Z',
  streak: 1,
  rep: { id: 'avery', fullName: 'Avery Sample' },
  note: null,
  comeBackAt: null,
}
const linesOf = (shown: LastVisit, repId = 'riley') => {
  const { container } = render(<LastVisitLines visit={shown} repId={repId} />)
  return [...container.children].map(({ textContent }) => textContent)
}

it('says what came of the last visit, how often in a row, when, and by whom', () => {
  expect(linesOf({ ...visit, streak: 2 })).toEqual(['Nobody home ×2', 'Today, 2:14 PM · Avery Sample'])
  expect(linesOf({ ...visit, occurredAt: '2026-11-12T22:40:00Z' }, 'avery')).toEqual([
    'Nobody home',
    'Nov 12, 5:40 PM · You',
  ])
  expect(linesOf({ ...visit, rep: null })).toEqual(['Nobody home', 'Today, 2:14 PM'])
})

it('says in one more line when to come back, and the note', () => {
  const noteOf = (shown: LastVisit | undefined) =>
    render(<LastVisitNote visit={shown} />).container.querySelector('p')!.textContent
  expect(noteOf(undefined)).toBe('')
  expect(noteOf({ ...visit, note: 'dog,\nside door' })).toBe('dog, side door')
  expect(noteOf({ ...visit, outcome: 'COME_BACK', comeBackAt: '2026-11-20T21:00:00Z', note: 'dog' })).toBe(
    'Come back Fri, Nov 20, 4:00 PM · dog',
  )
  const otherwise = (note: string | null) =>
    render(<LastVisitNote visit={{ ...visit, note }} otherwise="Lives here" />).container.textContent
  expect([otherwise(null), otherwise('dog')]).toEqual(['Lives here', 'dog'])
})
