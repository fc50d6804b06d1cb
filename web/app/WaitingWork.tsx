import { type ComponentType, lazy, Suspense } from 'react'

/** Fetched after the shell. Where it cannot be, it is left out: the app goes on, and what waits goes with the next start. */
const fetched = (load: () => Promise<{ default: ComponentType }>) =>
  lazy(() => load().catch(() => ({ default: () => null })))

const Sender = fetched(() => import('../features/knocking/KnockSender.tsx'))
const Note = fetched(() => import('../features/knocking/WaitingNote.tsx'))

/** Sends the knocks that wait, on whatever screen. */
export function KnockSender() {
  return (
    <Suspense>
      <Sender />
    </Suspense>
  )
}

/** Says how many wait, where the map does not. */
export function WaitingNote() {
  return (
    <Suspense>
      <Note />
    </Suspense>
  )
}
