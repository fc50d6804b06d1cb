import { CircleAlert } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'

/** Says that the saved properties could not be read; the map keeps those that it shows. */
export function MapFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="flex min-h-12 items-center gap-2.5 rounded-card bg-surface py-1 pr-1 pl-3.5 text-body text-ink shadow-map"
    >
      <CircleAlert aria-hidden size={18} className="shrink-0 text-bad" />
      <span className="flex-1">Failed to fetch properties</span>
      <Button variant="quiet" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  )
}
