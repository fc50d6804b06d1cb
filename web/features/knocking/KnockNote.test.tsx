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

it('a note is passed on without spaces around it, and the field is empty again', async () => {
  const onNote = vi.fn()
  render(<KnockNote onNote={onNote} />)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  fireEvent.change(field(), { target: { value: '  wants a price ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(onNote).toHaveBeenCalledExactlyOnceWith('wants a price')
  await waitFor(() => expect(field().value).toBe(''))
})

it('a note that could not be saved stays in the field', async () => {
  const toastError = vi.spyOn(toasts, 'toastError')
  render(<KnockNote onNote={() => Promise.reject(new Error('full'))} />)
  fireEvent.change(field(), { target: { value: 'wants a price' } })
  fireEvent.submit(field().form!)
  await waitFor(() => expect(toastError).toHaveBeenCalledWith('The note could not be saved. Try again.'))
  expect(field().value).toBe('wants a price')
})

it('a file that is no photo is refused with a message, and nothing is passed on', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('not an image')))
  const toastError = vi.spyOn(toasts, 'toastError')
  const onPhoto = vi.fn()
  render(<KnockPhoto onPhoto={onPhoto} />)
  fireEvent.change(screen.getByLabelText('Photo'), { target: { files: [new File(['x'], 'letter.txt')] } })
  await waitFor(() => expect(toastError).toHaveBeenCalledWith('This file is not a photo. Choose a JPEG or PNG image.'))
  expect(onPhoto).not.toHaveBeenCalled()
})
