// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { TargetsCard } from './TargetsCard.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T19:40:00.000Z') })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

// 12 of 21 working days of November 2026 are over on the 18th.
const target = (fullName: string, progress: number, period = 'MONTH') => ({
  __typename: 'Target',
  user: { __typename: 'UserRef', id: fullName, fullName },
  period,
  metric: 'LEADS_CREATED',
  value: 42,
  progress,
  percent: (100 * progress) / 42,
  from: '2026-11-01T04:00:00.000Z',
  to: '2026-12-01T05:00:00.000Z',
})
const targets = [
  target('Avery Sample', 28),
  target('Jordan Placeholder', 24),
  target('Morgan Specimen', 20),
  target('Riley Example', 43),
  target('Riley Example', 21, 'DAY'),
]

const show = (period: 'DAY' | 'MONTH') =>
  renderSignedIn(<TargetsCard period={period} />, {
    me: { abilities: { setTargets: true } },
    answers: { Targets: { data: { targets } } },
  })
const row = async (name: string) => (await screen.findByText(name)).closest('li')!

it('each target says how far it is from its pace and marks it on the bar', async () => {
  show('MONTH')
  expect((await row('Avery Sample')).textContent).toContain('4 ahead of pace')
  expect((await row('Jordan Placeholder')).textContent).toContain('Even with pace')
  const behind = await row('Morgan Specimen')
  expect(behind.textContent).toContain('4 behind pace')
  expect(Number.parseFloat(within(behind).getByTestId('pace').style.left)).toBeCloseTo((100 * 24) / 42)
})

it('a reached target says so, and a target of one day has no pace', async () => {
  show('MONTH')
  expect((await row('Riley Example')).textContent).toContain('102% reached')
  cleanup()
  show('DAY')
  const today = await row('Riley Example')
  expect(today.textContent).toContain('50%')
  expect(within(today).queryByTestId('pace')).toBeNull()
})
