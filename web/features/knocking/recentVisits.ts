import { useState } from 'react'
import { type OutboxItem, withdrawnKnockId } from '../../session/outbox/outboxItems.ts'
import { useOutboxState } from '../../session/outbox/useOutbox.ts'

/** A rep who comes back to a street later, as in the evening, is led to the same doors again. */
const REMEMBERED_MS = 3 * 3_600_000

/** The properties at which these items have a knock of the last three hours that was not undone, the latest last. */
export function recentVisits(items: readonly OutboxItem[], now: number): string[] {
  const withdrawn = new Set(items.map(withdrawnKnockId))
  const knocks = items.filter(
    ({ action }) =>
      action.kind === 'KNOCK' && !withdrawn.has(action.id) && Date.parse(action.occurredAt) > now - REMEMBERED_MS,
  )
  return [...new Set(knocks.flatMap(({ propertyId }) => propertyId ?? []))]
}

/** Where the rep has knocked before this screen was opened, from what this device keeps for a day; undefined until it was read. */
export function useRecentVisits(): readonly string[] | undefined {
  const { items, sent, isLoaded } = useOutboxState()
  const [visits, setVisits] = useState<readonly string[]>()
  const [openedAt] = useState(Date.now)
  if (isLoaded && !visits)
    setVisits(
      recentVisits(
        [...sent, ...items].toSorted((one, other) => one.seq - other.seq),
        openedAt,
      ),
    )
  return visits
}
