import { useApolloClient } from '@apollo/client/react'
import { useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import { OverlaidCache } from '../../lib/overlaidCache.ts'
import { useMe } from '../person/MeProvider.tsx'
import { useMockData } from '../person/mockData.ts'
import { type Outbox, type OutboxState, sharedOutbox } from './outbox.ts'
import type { Overlay } from './overlay.ts'

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

/** Shows the outbox of the signed-in user in everything that the client of the overlay reads. Mock data has no outbox. */
export function useShowOutbox(overlay: Overlay): void {
  const outbox = useOutbox()
  const { id, fullName } = useMe()
  const mock = useMockData()
  useLayoutEffect(
    () => (mock ? undefined : overlay.connect(outbox, { id, fullName })),
    [overlay, outbox, id, fullName, mock],
  )
}

/** Data that is not read from the cache, such as rows that a list keeps, with what is in the outbox. */
export function useShown<Data>(data: Data): Data {
  const { cache } = useApolloClient()
  const isOverlaid = cache instanceof OverlaidCache
  const version = useSyncExternalStore(
    isOverlaid ? cache.onOverlayChanged : subscribeToNothing,
    isOverlaid ? cache.overlayVersion : zero,
  )
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- another version shows something else
  return useMemo(() => (isOverlaid ? cache.show(data) : data), [isOverlaid, cache, data, version])
}

const subscribeToNothing = () => () => undefined
const zero = () => 0
