import { type ComponentType, lazy, Suspense } from 'react'

/**
 * Loads a component after the shell and renders nothing when loading fails: the app works without it, and the outbox is
 * sent on the next start.
 */
function lazyOptional(load: () => Promise<{ default: ComponentType }>) {
  const Loaded = lazy(() => load().catch(() => ({ default: () => null })))
  return () => (
    <Suspense>
      <Loaded />
    </Suspense>
  )
}

/** Sends the outbox on every screen, and deletes what must not be kept. */
export const BackgroundWork = lazyOptional(() => import('./BackgroundWork.tsx'))

/** Shows how much the outbox holds, on every screen but the map, which shows it itself. */
export const OutboxNote = lazyOptional(() => import('../features/outbox/OutboxNote.tsx'))
