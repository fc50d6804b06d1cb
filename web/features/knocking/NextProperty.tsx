import { ArrowRight } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'

/** Suggests the next property after a knock. */
export function NextProperty({ address, onGo }: { address: string; onGo: () => void }) {
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="text-small text-ink-2">Next door</p>
        <h2 className="truncate text-[1.0625rem]/6 font-[640]">{address}</h2>
      </div>
      <Button icon={<ArrowRight aria-hidden size={18} />} onClick={onGo} className="px-5">
        Go
      </Button>
    </div>
  )
}
