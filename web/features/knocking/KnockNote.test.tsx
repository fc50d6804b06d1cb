// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import * as toasts from '../../lib/toasts.ts'
import { KnockNote } from './KnockNote.tsx'
import { KnockPhoto } from './KnockPhoto.tsx'

vi.mock('../../session/person/useRestClient.ts', () => ({ useRestClient: () => vi.fn() }))

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
  render(<KnockPhoto onPhoto={onPhoto} photo={undefined} onRemove={vi.fn()} onOpen={vi.fn()} />)
  fireEvent.change(screen.getByLabelText('Photo'), { target: { files: [new File(['x'], 'letter.txt')] } })
  await waitFor(() => expect(toastError).toHaveBeenCalledWith('This file is not a photo. Choose a JPEG or PNG image.'))
  expect(onPhoto).not.toHaveBeenCalled()
})

it('a photo that waits for its outcome is shown, and can be removed', async () => {
  URL.createObjectURL = () => 'blob:photo'
  URL.revokeObjectURL = () => undefined
  const onRemove = vi.fn()
  render(<KnockPhoto onPhoto={vi.fn()} photo={new Blob(['x'])} onRemove={onRemove} onOpen={vi.fn()} />)
  expect((await screen.findByRole<HTMLImageElement>('img', { name: 'Goes with the next outcome' })).src).toBe(
    'blob:photo',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Remove the photo' }))
  expect(onRemove).toHaveBeenCalledOnce()
  expect(screen.queryByLabelText('Photo')).toBeNull()
})

it('a photo can come from the gallery as well as from the camera', () => {
  render(<KnockPhoto onPhoto={vi.fn()} photo={undefined} onRemove={vi.fn()} onOpen={vi.fn()} />)
  const input = screen.getByLabelText<HTMLInputElement>('Photo')
  expect([input.accept, input.getAttribute('capture')]).toEqual(['image/*', null])
})
