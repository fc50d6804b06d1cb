import { useCallback } from 'react'
import { errorCode, RequestError } from '../../lib/errors.ts'
import { toastInfo } from '../../lib/toasts.ts'
import { deviceName } from '../../lib/useMediaQuery.ts'
import { useMe } from '../person/MeProvider.tsx'
import { mockDataError, useMockData } from '../person/mockData.ts'
import { dependenciesOf, isBehind, makerOf, type NewOutboxItem } from './outboxItems.ts'
import { useOutbox } from './useOutbox.ts'

/** A form that waits longer is stored in the outbox. A repeat has no second effect. */
const FORM_TIMEOUT_MS = 10_000

/** The context of a mutation that goes to the outbox if it gets no answer. */
export const submitContext = () => ({ fetchOptions: { signal: AbortSignal.timeout(FORM_TIMEOUT_MS) } })

/**
 * Carries out an action of a form. Its `dependsOn` may name what the server already has. `mutate` sends it at once, and it is
 * shown meanwhile. Without an answer, or while something it depends on or an earlier change of the same record is in the outbox,
 * the item is stored there and sent later, and a toast says so. Without `mutate`, the outbox sends it at once. Resolves to the
 * result of `mutate`, or to 'waiting'. Throws what the server refused, and a `RequestError` if the device cannot store the item.
 */
export function useSubmit() {
  const outbox = useOutbox()
  const mock = useMockData()
  const { viewedUser } = useMe()
  return useCallback(
    async <Result>(item: NewOutboxItem, mutate?: () => Promise<Result>): Promise<Result | 'waiting'> => {
      if (mock) throw mockDataError()
      // Refuse at once, as the server would: without a connection the item would wait, and be sent when the view has ended.
      if (viewedUser)
        throw refusal('FORBIDDEN', 'You are viewing the app as another person, so nothing can be changed.')
      const { items } = outbox.state()
      const dependsOn = dependenciesOf(item).flatMap((id) => makerOf(items, id) ?? [])
      let attempts = 0
      if (mutate && dependsOn.length === 0 && !isBehind(items, item) && navigator.onLine) {
        attempts = 1
        try {
          return await outbox.sendDirectly(item, mutate)
        } catch (error) {
          if (!['NETWORK', 'UNAVAILABLE'].includes(errorCode(error))) throw error
        }
      }
      try {
        await outbox.add({ ...item, attempts, action: { ...item.action, dependsOn } })
      } catch {
        throw refusal('UNAVAILABLE', `This ${deviceName()} could not store it. Free some space and try again.`)
      }
      const flushed = outbox.flushBySender()
      if (!mutate && navigator.onLine) {
        await Promise.race([flushed, new Promise((resolve) => setTimeout(resolve, FORM_TIMEOUT_MS))])
        const stored = outbox.state().items.find(({ action }) => action.id === item.action.id)
        if (!stored) return undefined as Result
        if (stored.refusal) {
          await outbox.discard(item.action.id)
          throw refusal(stored.refusal.code, stored.refusal.message)
        }
      }
      toastInfo(`Saved on this ${deviceName()}. It is sent when the connection is back.`, { id: 'saved-on-device' })
      return 'waiting'
    },
    [mock, viewedUser, outbox],
  )
}

const refusal = (code: string, message: string) => new RequestError([{ message, extensions: { code } }])
