// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { setDisplayTimeZone } from '../lib/dates.ts'
import { forgetStoredAnswers, noteStoredAnswer } from '../session/reads/shownAge.ts'
import { renderSignedIn } from '../testing/renderSignedIn.tsx'
import { AgeNote } from './AgeNote.tsx'

afterEach(() => {
  cleanup()
  act(forgetStoredAnswers)
  vi.restoreAllMocks()
  vi.useRealTimers()
  setDisplayTimeZone(undefined)
})

it('says that the device is offline, or that the server does not answer, and of when the data is', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-18T20:00:00Z'), toFake: ['Date'] })
  setDisplayTimeZone('America/Indiana/Indianapolis')
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const show = () => renderSignedIn(<AgeNote isOverMap={false} />)
  show()
  act(() => noteStoredAnswer('Leads', Date.parse('2026-11-18T19:00:00Z')))
  expect(screen.getByRole('status').textContent).toBe('Offline · data of 2:00 PM')
  cleanup()
  onLine.mockReturnValue(true)
  show()
  act(() => noteStoredAnswer('Leads', Date.parse('2026-11-18T19:00:00Z')))
  expect(screen.getByRole('status').textContent).toBe('The server does not answer · data of 2:00 PM')
})
