import { useState } from 'react'
import { temporaryId } from '../../domain/draftOf.ts'
import type { WalkDirection } from '../../gql/graphql.ts'
import { type OutboxItem, pendingProperties, withdrawnKnockId } from '../../session/outbox/outboxItems.ts'
import { useOutboxState } from '../../session/outbox/useOutbox.ts'

/** A rep who comes back to a street later, as in the evening, is led to the same doors again. */
const REMEMBERED_MS = 3 * 3_600_000

export interface RecentVisits {
  /** The properties, the latest last. One that was saved on this device has its temporary id, too. */
  ids: readonly string[]
  /** The direction from the second last property to the last; undefined if they are not on the same side of the same street. */
  direction: WalkDirection | undefined
}

/** The properties at which these items log a knock of the last three hours that was not undone. */
export function recentVisits(items: readonly OutboxItem[], now: number): RecentVisits {
  const withdrawn = new Set(items.map(withdrawnKnockId))
  const knocks = items.filter(
    ({ action }) =>
      action.kind === 'KNOCK' && !withdrawn.has(action.id) && Date.parse(action.occurredAt) > now - REMEMBERED_MS,
  )
  const ids = [...new Set(knocks.flatMap(({ propertyId }) => propertyId ?? []))]
  const [before, last] = ids.slice(-2).map((id) => addressOf(knocks.find(({ propertyId }) => propertyId === id)!.title))
  const isOneSide = before && last && before.street === last.street && (last.number - before.number) % 2 === 0
  const temporaryIds = pendingProperties(items).flatMap(({ id, property }) =>
    ids.includes(id) ? temporaryId(property) : [],
  )
  return {
    ids: [...temporaryIds, ...ids],
    direction: isOneSide ? (last.number > before.number ? 'ASCENDING' : 'DESCENDING') : undefined,
  }
}

/** The house number, NaN without one, and the street of an address. */
function addressOf(address: string): { number: number; street: string } {
  const [line = ''] = address.split(',')
  return { number: Number.parseInt(line, 10), street: line.slice(line.indexOf(' ') + 1).toLowerCase() }
}

/**
 * The rep's recent visits before this screen was opened, from the items that this device keeps for a day; undefined until they
 * are read.
 */
export function useRecentVisits(): RecentVisits | undefined {
  const { items, sent, isLoaded } = useOutboxState()
  const [visits, setVisits] = useState<RecentVisits>()
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
