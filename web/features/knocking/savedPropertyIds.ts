import { useSyncExternalStore } from 'react'
import type { Outbox } from '../../session/outbox/outbox.ts'
import { useOutbox } from '../../session/outbox/useOutbox.ts'

/** The ids under which properties are saved with their first knock, by their temporary ids. */
const propertyIds = new Map<string, string>()

export const rememberPropertyId = (temporaryId: string, id: string) => void propertyIds.set(temporaryId, id)

/** The id of a property that was saved with its knock, by its temporary id. Undefined until the server has saved it. */
export function savedIdOf(outbox: Outbox, temporaryId: string): string | undefined {
  const propertyId = propertyIds.get(temporaryId)
  return propertyId && outbox.savedPropertyId(propertyId)
}

/** The result of `savedIdOf`. Subscribed, because the answer that saves the property may cause no other rendering. */
export function useSavedPropertyId(temporaryId: string | undefined): string | undefined {
  const outbox = useOutbox()
  return useSyncExternalStore(outbox.subscribe, () => temporaryId && savedIdOf(outbox, temporaryId))
}
