// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import * as toasts from '../../lib/toasts.ts'
import { KnockNote } from './KnockNote.tsx'
import { AddPhotos, WaitingPhotos } from './KnockPhotos.tsx'

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
  const onPhotos = vi.fn()
  render(<AddPhotos onPhotos={onPhotos} room={6} onOpen={vi.fn()} />)
  fireEvent.change(screen.getByLabelText('Photo'), { target: { files: [new File(['x'], 'letter.txt')] } })
  await waitFor(() => expect(toastError).toHaveBeenCalledWith('This file is not a photo. Choose a JPEG or PNG image.'))
  expect(onPhotos).not.toHaveBeenCalled()
})

it('several photos are added at once, as many as there is room for', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width: 4, height: 3, close: vi.fn() }))
  const context = { fillRect: vi.fn(), drawImage: vi.fn() }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['jpeg'])))
  const toastInfo = vi.spyOn(toasts, 'toastInfo')
  const onPhotos = vi.fn<(photos: readonly Blob[]) => void>()
  const { rerender } = render(<AddPhotos onPhotos={onPhotos} room={2} onOpen={vi.fn()} />)
  const files = ['a', 'b', 'c'].map((name) => new File(['x'], name))
  fireEvent.change(screen.getByLabelText('Add Photo'), { target: { files } })
  await waitFor(() => expect(onPhotos).toHaveBeenCalledOnce())
  expect(onPhotos.mock.lastCall![0].map(({ size }) => size)).toEqual([4, 4])
  await waitFor(() =>
    expect(toastInfo).toHaveBeenCalledExactlyOnceWith('A knock has at most 6 photos. 1 photo was left out.'),
  )
  rerender(<AddPhotos onPhotos={onPhotos} room={0} onOpen={vi.fn()} />)
  expect(screen.queryByLabelText('Add Photo')).toBeNull()
})

it('photos that wait for their outcome are shown, and each can be removed', () => {
  URL.createObjectURL = () => 'blob:photo'
  URL.revokeObjectURL = () => undefined
  const onRemove = vi.fn()
  const [first, second] = ['first', 'second'].map((id) => ({ id, photo: new Blob(['x']) }))
  const { rerender } = render(<WaitingPhotos photos={[first!, second!]} onRemove={onRemove} />)
  expect(screen.getByRole<HTMLImageElement>('img', { name: 'Open photo 2 of 2' }).src).toBe('blob:photo')
  fireEvent.click(screen.getByRole('button', { name: 'Remove photo 2 of 2' }))
  expect(onRemove).toHaveBeenCalledExactlyOnceWith('second')
  rerender(<WaitingPhotos photos={[first!]} onRemove={onRemove} />)
  fireEvent.click(screen.getByRole('button', { name: 'Remove the photo' }))
  expect(onRemove).toHaveBeenLastCalledWith('first')
})

it('a photo can come from the gallery as well as from the camera', () => {
  render(<AddPhotos onPhotos={vi.fn()} room={6} onOpen={vi.fn()} />)
  const input = screen.getByLabelText<HTMLInputElement>('Photo')
  expect([input.accept, input.getAttribute('capture'), input.multiple]).toEqual(['image/*', null, true])
})
