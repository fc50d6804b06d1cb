// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup } from '@testing-library/react'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RequestError } from '../../lib/errors.ts'
import { toastInfo } from '../../lib/toasts.ts'
import { renderHookSignedIn } from '../../testing/renderSignedIn.tsx'
import { type Outbox, sharedOutbox } from './outbox.ts'
import type { NewOutboxItem } from './outboxItems.ts'
import { SendError } from './outboxSender.ts'
import { submitContext, useSubmit } from './useSubmit.ts'

vi.mock('../../lib/toasts.ts', () => ({ toastInfo: vi.fn() }))

const occurredAt = '2026-11-18T20:14:00.000Z'
const note: NewOutboxItem = {
  action: { id: 'n', kind: 'NOTE', occurredAt, dependsOn: ['p'], note: { propertyId: 'p', text: 'Call first' } },
  propertyId: 'p',
  title: '1024 W 12th Demo St',
}
const newProperty = { id: 'p', address: note.title, lat: 39.77, lng: -86.16 }
const lead: NewOutboxItem = {
  action: { id: 'l', kind: 'LEAD', occurredAt, lead: { newProperty, tag: 'GUTTER' } },
  propertyId: 'p',
  title: note.title,
}

let outbox: Outbox
const mutate = vi.fn<() => Promise<string>>()

let me: { id: string }

/** Another user signs in. */
function signIn(): void {
  me = { id: uuidv7() }
  outbox = sharedOutbox(me.id)
}

beforeEach(() => {
  signIn()
  mutate.mockResolvedValue('saved')
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

function renderSubmit({ isMockData = false, isPhone = true } = {}) {
  const { result, changeMe } = renderHookSignedIn(() => useSubmit(), { me, isMockData, isPhone })
  return { submit: (...args: [NewOutboxItem, typeof mutate?]) => act(() => result.current(...args)), changeMe }
}
const stored = () => outbox.state().items.map(({ action }) => action)
const errorOf = (code: string) => new RequestError([{ message: 'No', extensions: { code } }])

describe('a form', () => {
  it('is sent at once, also if what it depends on is on the server', async () => {
    expect(await renderSubmit().submit(note, mutate)).toBe('saved')
    expect(stored()).toEqual([])
    expect(toastInfo).not.toHaveBeenCalled()
  })

  const waits = (device = 'phone') => {
    expect(stored()).toEqual([{ ...note.action, dependsOn: [] }])
    expect(toastInfo).toHaveBeenCalledExactlyOnceWith(
      `Saved on this ${device}. It is sent when the connection is back.`,
      // One toast for several forms.
      { id: 'saved-on-device' },
    )
  }

  it.each([
    ['there was no answer', new TypeError('Failed to fetch')],
    ['the server was busy', errorOf('UNAVAILABLE')],
  ])('waits on the device if %s', async (_, error) => {
    mutate.mockRejectedValue(error)
    expect(await renderSubmit().submit(note, mutate)).toBe('waiting')
    waits()
  })

  it('waits on the device without a connection, and nothing is tried', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(await renderSubmit().submit(note, mutate)).toBe('waiting')
    expect(mutate).not.toHaveBeenCalled()
    waits()
  })

  it('says at a desk that it waits on the computer', async () => {
    mutate.mockRejectedValue(errorOf('UNAVAILABLE'))
    await renderSubmit({ isPhone: false }).submit(note, mutate)
    waits('computer')
  })

  const sendWith = (result: object) =>
    outbox.setSender({
      send: async (items) => items.map(({ action }) => ({ id: action.id, ...result })) as never,
      ...{ upload: vi.fn(), onApplied: vi.fn(), findSavedProperty: vi.fn() },
    })

  it('waits if the outbox cannot reach the server', async () => {
    const send = () => Promise.reject(new SendError('unreachable', 'No connection'))
    outbox.setSender({ send, upload: vi.fn(), onApplied: vi.fn(), findSavedProperty: vi.fn() })
    expect(await renderSubmit().submit(note)).toBe('waiting')
    waits()
  })

  it('is refused in the form that is sent before the sender of the outbox is loaded', async () => {
    const answer = renderSubmit().submit(note)
    await vi.waitFor(() => expect(stored()).toHaveLength(1))
    sendWith({ outcome: 'REFUSED', code: 'CONFLICT', message: 'Changed', status: null, position: null })
    await expect(answer).rejects.toMatchObject({ message: 'Changed' })
    expect(stored()).toEqual([])
    expect(toastInfo).not.toHaveBeenCalled()
  })

  it('is sent at once by the outbox without a mutation of its own, and says why it was refused', async () => {
    sendWith({ outcome: 'APPLIED', code: null, message: null, status: null, position: 7 })
    expect(await renderSubmit().submit(note)).toBeUndefined()
    sendWith({ outcome: 'REFUSED', code: 'FORBIDDEN', message: 'Not yours', status: null, position: null })
    const again = { ...note, action: { ...note.action, id: 'again' } }
    await expect(renderSubmit().submit(again)).rejects.toMatchObject({ message: 'Not yours' })
    expect(stored()).toEqual([])
    expect(toastInfo).not.toHaveBeenCalled()
  })

  it('waits for what it depends on, such as a property that is saved with a lead', async () => {
    await outbox.add(lead)
    expect(await renderSubmit().submit(note, mutate)).toBe('waiting')
    expect(mutate).not.toHaveBeenCalled()
    expect(stored()[1]).toEqual({ ...note.action, dependsOn: ['l'] })
  })

  const statusOf = (id: string, leadId: string, status: 'CONTACTED' | 'COMPLETED'): NewOutboxItem => ({
    action: { id, kind: 'STATUS', occurredAt, dependsOn: [leadId], status: { leadId, status } },
    title: note.title,
  })

  it('waits behind an earlier status of the same lead, which would overwrite it', async () => {
    await outbox.add(statusOf('s1', 'lead', 'CONTACTED'))
    expect(await renderSubmit().submit(statusOf('s2', 'lead', 'COMPLETED'), mutate)).toBe('waiting')
    expect(mutate).not.toHaveBeenCalled()
    expect(stored().map(({ status }) => status?.status)).toEqual(['CONTACTED', 'COMPLETED'])
    expect(await renderSubmit().submit(statusOf('s3', 'other', 'COMPLETED'), mutate)).toBe('saved')
  })

  it('does not wait behind a status that was refused', async () => {
    await outbox.add(statusOf('s1', 'lead', 'CONTACTED'))
    const send = async () => [{ id: 's1', outcome: 'REFUSED', code: 'FORBIDDEN', message: 'No', status: null }] as never
    outbox.setSender({ send, upload: vi.fn(), onApplied: vi.fn(), findSavedProperty: vi.fn() })
    await outbox.flush()
    expect(outbox.state().items).toMatchObject([{ refusal: { code: 'FORBIDDEN' } }])
    expect(await renderSubmit().submit(statusOf('s2', 'lead', 'COMPLETED'), mutate)).toBe('saved')
  })

  it('shows what the server refused, and nothing waits', async () => {
    const error = errorOf('BAD_USER_INPUT')
    mutate.mockRejectedValue(error)
    await expect(renderSubmit().submit(note, mutate)).rejects.toBe(error)
    expect(stored()).toEqual([])
  })

  it('says that the device could not store it', async () => {
    vi.spyOn(outbox, 'add').mockRejectedValue(new DOMException('Full', 'QuotaExceededError'))
    const message = 'This phone could not store it. Free some space and try again.'
    const errors = [{ message, extensions: { code: 'UNAVAILABLE' } }]
    await expect(renderSubmit().submit(note)).rejects.toMatchObject({ message, errors })
    expect(toastInfo).not.toHaveBeenCalled()
  })

  it('is refused with mock data', async () => {
    await expect(renderSubmit({ isMockData: true }).submit(note, mutate)).rejects.toThrow(/^Mock data is on/)
    expect(mutate).not.toHaveBeenCalled()
    expect(stored()).toEqual([])
  })

  it('waits in the outbox of who is signed in now', async () => {
    const { submit, changeMe } = renderSubmit()
    signIn()
    await act(async () => changeMe(me))
    mutate.mockRejectedValue(new TypeError('Failed to fetch'))
    await submit(note, mutate)
    waits()
  })
})

it('a form waits ten seconds for the answer', () => {
  const limit = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  expect(submitContext()).toEqual({ fetchOptions: { signal: limit.signal } })
  expect(timeout).toHaveBeenCalledWith(10_000)
})
