import { formatUpcoming } from '../../../lib/formatUpcoming.ts'
import { useNow } from '../../../lib/useNow.ts'
import { classNames } from '../../../ui/classNames.ts'
import type { LeadRow } from '../leadRanges.ts'

/** When an open lead is to be followed up; in red from that time on. */
export function LeadFollowUp({ lead: { followUpAt, status } }: { lead: Pick<LeadRow, 'followUpAt' | 'status'> }) {
  const now = useNow()
  if (!followUpAt || status === 'COMPLETED') return null
  return (
    <p
      className={classNames(
        'figures mt-1.5 text-small',
        Date.parse(followUpAt) < now ? 'font-semibold text-bad' : 'text-ink-2',
      )}
    >
      Follow-up: {formatUpcoming(followUpAt, new Date(now))}
    </p>
  )
}
