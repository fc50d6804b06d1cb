// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Answers, renderSignedIn } from '../../testing/renderSignedIn.tsx'
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

const show = (period: 'DAY' | 'MONTH', answers: Answers = {}) =>
  renderSignedIn(<TargetsCard period={period} />, {
    me: { abilities: { setTargets: true } },
    answers: { Targets: { data: { targets } }, ...answers },
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

it('a target that the server refuses stays in the dialog with the reason, and can be removed', async () => {
  const user = userEvent.setup()
  const refusal = { message: 'Choose at most 1,000.', extensions: { code: 'BAD_USER_INPUT' } }
  const values: unknown[] = []
  const answer = (variables: Record<string, unknown>) => {
    const { value } = variables['input'] as { value: number }
    values.push(value)
    return value === 0 ? { data: { setTarget: null } } : { errors: [refusal] }
  }
  show('MONTH', { SetTarget: answer })
  await user.click(await screen.findByRole('button', { name: 'Change the target of Avery Sample: Leads created' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Set Target' }))
  expect((await within(dialog).findByText(refusal.message)).closest('form')).toBe(dialog.querySelector('form'))
  await user.click(within(dialog).getByRole('button', { name: 'Remove Target' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(values).toEqual([42, 0])
})
