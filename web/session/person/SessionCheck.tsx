import { Spinner } from '../../ui/Spinner.tsx'

/** A full-page spinner, shown until the signed-in user is known. */
export function SessionCheck() {
  return (
    <div role="status" className="flex min-h-dvh items-center justify-center text-ink-3">
      <Spinner size={28} />
      <span className="sr-only">Checking your session</span>
    </div>
  )
}
