// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { WelcomeDashboard } from './WelcomeDashboard.tsx'

vi.mock('./RepToday.tsx', () => ({ RepToday: () => null }))

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('a failed read of the dashboard is logged, and shows no toast', async () => {
  const log = vi.spyOn(console, 'info').mockReturnValue()
  renderSignedIn(<WelcomeDashboard action={null} />, {
    answers: { Dashboard: { errors: [{ message: 'Broken', extensions: { code: 'INTERNAL' } }] } },
  })
  expect((await screen.findByText('Failed to fetch properties')).textContent).toBe('Failed to fetch properties')
  const [message, error] = log.mock.calls.find(([first]) => first === 'Failed to load the dashboard') ?? []
  expect([message, (error as Error).message]).toEqual(['Failed to load the dashboard', 'Broken'])
  expect(screen.queryAllByRole('alert').map(({ textContent }) => textContent)).toEqual([])
})
