// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { LoadingOrError } from './LoadingOrError.tsx'

afterEach(cleanup)

it('shows rows until a query has failed, which can be sent again and may fail again', async () => {
  const failure = new Error('No connection')
  const refetch = vi.fn(() => Promise.reject(failure))
  const rows = { label: 'passes', rows: 2 }
  const { rerender, container } = render(<LoadingOrError query={{ loading: true, refetch }} {...rows} />)
  expect(screen.getByRole('status').getAttribute('aria-label')).toBe('Loading passes')
  rerender(<LoadingOrError query={{ error: failure, loading: false, refetch }} failure="No passes" {...rows} />)
  expect(screen.queryByRole('status')).toBeNull()
  expect(container.textContent).toContain('No passes')
  // A rejection that nobody handles fails the run.
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await expect(refetch.mock.results[0]!.value).rejects.toThrow('No connection')
})

it('takes the state of a live query', () => {
  const retry = vi.fn()
  const { container } = render(
    <LoadingOrError query={{ failed: true, busy: false, retry }} label="webhooks" rows={1} />,
  )
  expect(container.textContent).toContain('Failed to fetch data')
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(retry).toHaveBeenCalledOnce()
})
