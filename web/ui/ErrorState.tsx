import { CloudAlert, RefreshCw } from 'lucide-react'
import { Button } from './Button.tsx'

interface ErrorStateProps {
  /** The text of the toast. */
  title: string
  hint?: string
  onRetry?: () => void
  busy?: boolean
}

/** Shown in place of a list that failed to load, with a retry button. */
export function ErrorState({
  title,
  hint = 'Check the connection and try again.',
  onRetry,
  busy = false,
}: ErrorStateProps) {
  return (
    <div className="flex flex-col items-center px-5 py-10 text-center">
      <span className="flex size-13 items-center justify-center rounded-full bg-bad-tint text-bad">
        <CloudAlert aria-hidden size={22} />
      </span>
      <p className="mt-3 text-section">{title}</p>
      <p className="mt-1 text-body text-ink-2">{hint}</p>
      {onRetry && (
        <Button className="mt-4" icon={RefreshCw} onClick={onRetry} busy={busy}>
          Try Again
        </Button>
      )}
    </div>
  )
}
