import { type ComponentType, lazy, Suspense } from 'react'

/**
 * Loads a component after the shell and renders nothing when loading fails: the app works without it, and the outbox is
 * sent on the next start.
 */
const lazyOptional = (load: () => Promise<{ default: ComponentType }>) =>
  lazy(() => load().catch(() => ({ default: () => null })))

const LazyOutboxSender = lazyOptional(() => import('../features/knocking/OutboxSender.tsx'))
const LazyOutboxNote = lazyOptional(() => import('../features/knocking/OutboxNote.tsx'))

/** Sends the outbox of knocks on every screen. */
export function OutboxSender() {
  return (
    <Suspense>
      <LazyOutboxSender />
    </Suspense>
  )
}

/** Shows how many knocks the outbox holds, on every screen but the map, which shows it itself. */
export function OutboxNote() {
  return (
    <Suspense>
      <LazyOutboxNote />
    </Suspense>
  )
}
