// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderHookSignedIn } from '../../testing/renderSignedIn.tsx'
import { type Outbox, sharedOutbox } from './outbox.ts'
import type { OutboxSender, SendResult } from './outboxSender.ts'
import { useOthersChanges } from './useOthersChanges.ts'

const onChanged = vi.fn<() => void>()
let rep = 0
let id: string
let outbox: Outbox
/** Answers the request that is running with the position of its action. */
let answer: (position: number) => void

beforeEach(() => {
  id = `rep ${(rep += 1)}`
  outbox = sharedOutbox(id)
  outbox.setSender({
    send: ([item]) =>
      new Promise<SendResult[]>((resolve) => {
        answer = (position) =>
          resolve([
            {
              id: item!.action.id,
              outcome: 'APPLIED',
              code: null,
              message: null,
              status: null,
              position,
            },
          ])
      }),
    upload: () => Promise.reject(new Error('There is no photo.')),
    onApplied: () => undefined,
    findSavedProperty: () => Promise.resolve(undefined),
  } satisfies OutboxSender)
})

afterEach(() => {
  cleanup()
  outbox.setSender(undefined)
  vi.clearAllMocks()
})

/** Begins to send an action of this device. */
async function send(kind: 'KNOCK' | 'WITHDRAWAL') {
  const shared = { id: crypto.randomUUID(), occurredAt: '2026-11-18T20:20:00.000Z' }
  const action =
    kind === 'KNOCK'
      ? { ...shared, kind, knock: { propertyId: 'p', outcome: 'NOBODY_HOME' as const } }
      : { ...shared, kind, withdrawal: { knockId: 'k' } }
  await outbox.add({ action, propertyId: 'p', title: '1018 W 12th Demo St' })
  const sent = outbox.flush()
  await waitFor(() => expect(outbox.state().sending.size).toBe(1))
  return async (position: number) => {
    answer(position)
    await act(() => sent)
  }
}

/** Notes changes, after one before at position 10. */
function renderChanges() {
  const { result } = renderHookSignedIn(() => useOthersChanges(onChanged), { me: { id } })
  result.current([10])
  expect(onChanged).toHaveBeenCalledTimes(1)
  onChanged.mockClear()
  return result.current
}

it('a knock of this device is no change by others, also if the notification is earlier than the answer', async () => {
  const noteChanges = renderChanges()
  const finish = await send('KNOCK')
  noteChanges([11, 10])
  await finish(11)
  noteChanges([11, 10])
  await act(async () => undefined)
  expect(onChanged).toHaveBeenCalledTimes(0)
  noteChanges([12, 11, 10])
  await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1))
})

it('a change by others beside a knock of this device is one', async () => {
  const noteChanges = renderChanges()
  const finish = await send('KNOCK')
  noteChanges([12, 11, 10])
  await finish(12)
  await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1))
})

it('what else this device has done is read again, because the server knows more of it', async () => {
  const noteChanges = renderChanges()
  await (
    await send('WITHDRAWAL')
  )(11)
  noteChanges([11, 10])
  await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1))
})

it('more changes than there are positions may be by anybody', async () => {
  const noteChanges = renderChanges()
  await (
    await send('KNOCK')
  )(12)
  noteChanges([12])
  await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1))
})
