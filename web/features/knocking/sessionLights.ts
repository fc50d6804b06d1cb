import { isTalk } from '../../domain/statusAfterKnock.ts'
import { isKnock, type OutboxItem, withdrawnKnockId } from '../../session/outbox/outboxItems.ts'

/** A knock of a session, for its string of lights. */
export interface SessionLight {
  knockId: string
  isTalk: boolean
}

/** The knocks of a session in the order in which they were made, without those that were undone or refused. */
export function sessionLights(items: readonly OutboxItem[], sessionId: string): SessionLight[] {
  const standing = items.filter(({ refusal }) => !refusal)
  const withdrawn = new Set(standing.map(withdrawnKnockId))
  return standing
    .filter((item) => isKnock(item) && item.sessionId === sessionId && !withdrawn.has(item.action.id))
    .toSorted((one, other) => Date.parse(one.action.occurredAt) - Date.parse(other.action.occurredAt))
    .map(({ action }) => ({ knockId: action.id, isTalk: isTalk(action.knock!.outcome) }))
}
