import { Spinner } from '../ui/Spinner.tsx'

/** The one spinner over a whole page: while it is not yet known who is signed in. */
export function SessionCheck() {
  return (
    <div role="status" className="flex min-h-dvh items-center justify-center text-ink-3">
      <Spinner size={28} />
      <span className="sr-only">Checking your session</span>
    </div>
  )
}
