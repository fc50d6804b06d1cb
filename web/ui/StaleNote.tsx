import { CloudAlert } from 'lucide-react'
import { Button } from './Button.tsx'

/** Above rows that could not be read again: they stay as they were. */
export function StaleNote({ title, onRetry, busy }: { title: string; onRetry: () => void; busy: boolean }) {
  return (
    <div
      role="alert"
      className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card bg-bad-tint px-4 py-2 text-body text-bad"
    >
      <CloudAlert aria-hidden size={18} />
      {title}
      <Button size="small" onClick={onRetry} busy={busy} className="ml-auto">
        Try Again
      </Button>
    </div>
  )
}
