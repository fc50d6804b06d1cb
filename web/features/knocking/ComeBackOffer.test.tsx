// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setDisplayTimeZone } from '../../lib/dates.ts'
import { ComeBackOffer } from './ComeBackOffer.tsx'

beforeEach(() => {
  setDisplayTimeZone('America/Indiana/Indianapolis')
  // Tuesday, 11 AM in Indianapolis.
  vi.useFakeTimers({ now: new Date('2026-12-01T16:00:00Z'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  setDisplayTimeZone(undefined)
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
  cleanup()
})

it('one tap chooses a time, and any other time can be typed', () => {
  const onChoose = vi.fn()
  // As Chromium does.
  const scrollIntoView = vi.fn(() => Promise.resolve())
  Element.prototype.scrollIntoView = scrollIntoView
  render(<ComeBackOffer onChoose={onChoose} />)
  expect(scrollIntoView).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByRole('button', { name: 'Saturday 10 AM' }))
  expect(onChoose).toHaveBeenLastCalledWith(new Date('2026-12-05T15:00:00Z'))
  const set = screen.getByRole<HTMLButtonElement>('button', { name: 'Set' })
  expect(set.disabled).toBe(true)
  fireEvent.change(screen.getByLabelText('Another time'), { target: { value: '2026-12-03T19:30' } })
  fireEvent.click(set)
  expect(onChoose).toHaveBeenLastCalledWith(new Date('2026-12-04T00:30:00Z'))
})
