// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { LocationNotice } from './LocationNotice.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

it('is shown to each user until they have read it', () => {
  const notice = render(<LocationNotice repId="riley" />)
  fireEvent.click(screen.getByRole('button', { name: 'OK' }))
  expect(screen.queryByRole('status')).toBeNull()
  notice.unmount()
  render(<LocationNotice repId="riley" />)
  expect(screen.queryByRole('status')).toBeNull()
  render(<LocationNotice repId="avery" />)
  expect(screen.getByRole('status').textContent).toContain('within a session only')
})
