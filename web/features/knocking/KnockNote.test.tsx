// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import * as toasts from '../../lib/toasts.ts'
import { KnockNote } from './KnockNote.tsx'
import { KnockPhoto } from './KnockPhoto.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Add a note' })

it('a note goes with the next outcome, or is saved with the knock that was logged here', () => {
  const on = { onChange: vi.fn(), onSave: vi.fn(), onFocus: vi.fn() }
  const { rerender } = render(<KnockNote text="wants a price" {...on} onSave={undefined} />)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  rerender(<KnockNote text="wants a price" {...on} />)
  fireEvent.focus(field())
  expect(on.onFocus).toHaveBeenCalledOnce()
  fireEvent.change(field(), { target: { value: 'wants a call' } })
  expect(on.onChange).toHaveBeenCalledExactlyOnceWith('wants a call')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(on.onSave).toHaveBeenCalledOnce()
})

it('a file that is no photo is refused with a message, and nothing is passed on', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('not an image')))
  const toastError = vi.spyOn(toasts, 'toastError')
  const onPhoto = vi.fn()
  render(<KnockPhoto onPhoto={onPhoto} isReady={false} onOpen={vi.fn()} />)
  fireEvent.change(screen.getByLabelText('Photo'), { target: { files: [new File(['x'], 'letter.txt')] } })
  await waitFor(() => expect(toastError).toHaveBeenCalledWith('This file is not a photo. Choose a JPEG or PNG image.'))
  expect(onPhoto).not.toHaveBeenCalled()
})
