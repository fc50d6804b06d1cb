import { useMemo, useSyncExternalStore } from 'react'
import { useMe } from '../MeProvider.tsx'
import { type Outbox, type OutboxState, sharedOutbox } from './outbox.ts'
import { type PendingDoor, pendingDoors } from './pendingDoors.ts'

/** The name of the signed-in user's outbox: the user's id, with the tenant's for a global admin. */
export function useOutboxName(): string {
  const { id, tenant, abilities } = useMe()
  // A global admin has an outbox per tenant: an action can only be sent to the tenant of its property.
  return abilities.viewAs && tenant ? `${id}.${tenant.id}` : id
}

/** The outbox of the signed-in user. */
export const useOutbox = (): Outbox => sharedOutbox(useOutboxName())

/** What the outbox of the signed-in user contains, with updates. */
export function useOutboxState(): OutboxState {
  const outbox = useOutbox()
  return useSyncExternalStore(outbox.subscribe, outbox.state)
}

/** What the outbox changes of the properties on screen, by property id. */
export function usePendingDoors(): ReadonlyMap<string, PendingDoor> {
  const { items } = useOutboxState()
  return useMemo(() => pendingDoors(items), [items])
}
