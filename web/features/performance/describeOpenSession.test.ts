import { afterEach, beforeEach, expect, it } from 'vitest'
import { setDisplayTimeZone } from '../../lib/dates.ts'
import { describeOpenSession } from './describeOpenSession.ts'

beforeEach(() => setDisplayTimeZone('America/Indiana/Indianapolis'))
afterEach(() => setDisplayTimeZone(undefined))

const session = { startedAt: '2026-12-01T16:00:00Z', pausedAt: null }
const textAt = (now: string, lastKnockAt?: string, pausedAt: string | null = null) =>
  describeOpenSession({ ...session, pausedAt }, lastKnockAt, Date.parse(now)).text

it('a session says whether its rep knocks, has paused, or has left it open', () => {
  expect(textAt('2026-12-01T16:20:00Z')).toBe('Knocking now, 0:20:00')
  expect(textAt('2026-12-01T17:00:00Z', '2026-12-01T16:40:00Z')).toBe('Knocking now, 1:00:00')
  expect(textAt('2026-12-01T17:30:00Z', '2026-12-01T16:40:00Z')).toBe('Session open, no knock since 11:40 AM')
  expect(textAt('2026-12-01T16:31:00Z', '2026-12-01T12:00:00Z')).toBe('Session open, no knock since 11:00 AM')
  expect(textAt('2026-12-01T16:20:00Z', undefined, '2026-12-01T16:10:00Z')).toBe('Paused since 11:10 AM')
})
