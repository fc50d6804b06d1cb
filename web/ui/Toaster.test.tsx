// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { toastError } from '../lib/toasts.ts'
import { Toaster } from './Toaster.tsx'

afterEach(cleanup)

it('says what failed, with the reason beneath as long as the toast is about that', () => {
  render(<Toaster />)
  act(() => void toastError('Failed to save property', { id: 'saving', detail: 'The coordinates are not on the map.' }))
  expect(screen.getByText('Failed to save property')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('The coordinates are not on the map.')
  act(() => void toastError('Failed to save property', { id: 'saving' }))
  expect(screen.getByRole('alert').textContent).toBe('Failed to save property')
})
