import { Button } from '../../../ui/Button.tsx'
import { pluralize } from '../../../lib/numbers.ts'
import type { useDoorLeads } from './useDoorLeads.ts'

/** After a refusal: the house still has new leads, which one tap marks as contacted. */
export function NewLeadsOffer({ leads, busy, markContacted }: ReturnType<typeof useDoorLeads>['offer']) {
  if (leads.length === 0) return null
  return (
    <div role="status" className="mb-3 flex items-center gap-3 rounded-phone-card bg-warn-tint py-1.5 pr-1.5 pl-3">
      <p className="min-w-0 flex-1 text-small text-ink">
        {pluralize(leads.length, 'lead')} of this house {leads.length === 1 ? 'is' : 'are'} still New.
      </p>
      <Button size="small" busy={busy} busyLabel="Saving..." onClick={() => void markContacted()}>
        Mark Contacted
      </Button>
    </div>
  )
}
