// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useKnockExtras } from './useKnockExtras.ts'
import type { useKnocks } from './useKnocks.ts'

vi.mock('../../lib/toasts.ts', () => ({ toastSuccess: vi.fn() }))

const addToLastKnock = vi.fn<ReturnType<typeof useKnocks>['addToLastKnock']>()
let knocks: Pick<ReturnType<typeof useKnocks>, 'addToLastKnock' | 'lastKnock'>

beforeEach(() => {
  addToLastKnock.mockReset().mockResolvedValue(true)
  knocks = { lastKnock: undefined, addToLastKnock }
})
afterEach(cleanup)

function openProperty(first: string) {
  const { result, rerender } = renderHook(({ doorId }) => useKnockExtras(knocks, doorId, () => undefined), {
    initialProps: { doorId: first },
  })
  return {
    result,
    open: (doorId: string) => rerender({ doorId }),
    type: (note: string) => act(() => result.current.input.changeNote(note)),
    note: () => result.current.input.note,
  }
}

it('a note stays at its house while one is written at another', () => {
  const { open, type, note } = openProperty('house')
  type('wants a price')
  open('other house')
  expect(note()).toBe('')
  type('has a dog')
  open('house')
  expect(note()).toBe('wants a price')
  open('other house')
  expect(note()).toBe('has a dog')
})

it('what is written while the device stores the knock is not removed with what the knock has', () => {
  const { result, open, type, note } = openProperty('house')
  type('wants a price')
  const { extras, remove } = result.current.take()
  expect(extras.note).toBe('wants a price')
  type('wants a price in May')
  act(remove)
  expect(note()).toBe('wants a price in May')
  const second = result.current.take()
  open('other house')
  type('has a dog')
  act(second.remove)
  expect(note()).toBe('has a dog')
  open('house')
  expect(note()).toBe('')
})

it('a note moves along when its house is saved under another id', () => {
  const { result, open, type, note } = openProperty('temporary')
  type('wants a price')
  act(() => result.current.rename('temporary', 'house'))
  open('house')
  expect(note()).toBe('wants a price')
})

it('at most six photos go with the next outcome, without those that are removed', async () => {
  const { result } = openProperty('house')
  const input = () => result.current.input
  const [first, second, ...others] = Array.from({ length: 8 }, (_, n) => new Blob([`${n}`]))
  await act(() => input().addPhotos([first!, second!]))
  expect([input().photos.map(({ photo }) => photo), input().roomForPhotos]).toEqual([[first, second], 4])
  act(() => input().removePhoto(input().photos[0]!.id))
  await act(() => input().addPhotos(others))
  const expected = [second, ...others.slice(0, 5)]
  expect(input().roomForPhotos).toBe(0)
  expect(result.current.take().extras.photos!.map(({ photo }) => photo)).toEqual(expected)
  act(result.current.take().remove)
  expect([input().photos, result.current.take().extras.photos]).toEqual([[], undefined])
})

it('a photo that is added to the last knock leaves the note that is being written', async () => {
  knocks.lastKnock = { propertyId: 'house', photoCount: 4 }
  const { result, type, note } = openProperty('house')
  type('wants a price')
  await act(() => result.current.input.addPhotos([new Blob()]))
  expect(result.current.input.roomForPhotos).toBe(2)
  expect(addToLastKnock).toHaveBeenCalledExactlyOnceWith({
    photos: [{ id: expect.any(String), photo: expect.any(Blob) }],
  })
  expect(note()).toBe('wants a price')
  await act(async () => result.current.input.saveNote?.())
  expect(addToLastKnock).toHaveBeenLastCalledWith({ note: 'wants a price' })
  expect(note()).toBe('')
})
