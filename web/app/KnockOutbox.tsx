import { type ComponentType, lazy, Suspense } from 'react'

/** Fetched after the shell. Where it cannot be, it is left out: the app goes on, and what waits goes with the next start. */
const lazyOptional = (load: () => Promise<{ default: ComponentType }>) =>
  lazy(() => load().catch(() => ({ default: () => null })))

const LazyOutboxSender = lazyOptional(() => import('../features/knocking/OutboxSender.tsx'))
const LazyOutboxNote = lazyOptional(() => import('../features/knocking/OutboxNote.tsx'))

/** Sends the knocks that wait, on whatever screen. */
export function OutboxSender() {
  return (
    <Suspense>
      <LazyOutboxSender />
    </Suspense>
  )
}

/** Says how many wait, where the map does not. */
export function OutboxNote() {
  return (
    <Suspense>
      <LazyOutboxNote />
    </Suspense>
  )
}
