// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setDisplayTimeZone } from '../../../lib/dates.ts'
import { LeadFollowUp } from './LeadFollowUp.tsx'

beforeEach(() => {
  setDisplayTimeZone('America/Indiana/Indianapolis')
  // Tuesday, 11 AM in Indianapolis.
  vi.useFakeTimers({ now: Date.parse('2026-12-01T16:00:00Z'), toFake: ['Date'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  setDisplayTimeZone(undefined)
})

const textOf = (followUpAt: string | null, status: 'NEW' | 'COMPLETED' = 'NEW') =>
  render(<LeadFollowUp lead={{ followUpAt, status }} />).container.textContent

it('an open lead says when to follow it up', () => {
  expect(textOf('2026-12-01T20:00:00Z')).toBe('Follow-up: Today, 3:00 PM')
  expect(textOf('2026-11-30T20:00:00Z')).toBe('Follow-up: Mon, Nov 30, 3:00 PM')
  expect(textOf(null)).toBe('')
  expect(textOf('2026-12-01T20:00:00Z', 'COMPLETED')).toBe('')
})
