import { ChevronsUp } from 'lucide-react'
import { pluralize } from '../../../lib/numbers.ts'
import { ButtonLink } from '../../../ui/ButtonLink.tsx'
import { Card } from '../../../ui/Card.tsx'
import { IconTile } from '../../../ui/StatStrip.tsx'
import type { LeadOverview } from './useLeadOverview.ts'

/** What an admin should look at, each with its action. Nothing is shown if there is nothing. */
export function NeedsAttention({ overview }: { overview: LeadOverview | undefined }) {
  const urgent = overview?.urgent.total ?? 0
  if (urgent === 0) return null
  return (
    <Card title="Needs attention">
      <ul className="px-5 pt-2 pb-2 max-md:px-4">
        <li className="flex min-h-13 items-center gap-3 border-t border-line">
          <IconTile hue="orange" icon={ChevronsUp} />
          <p className="min-w-0 flex-1">
            <span className="block text-body font-[550]">
              {pluralize(urgent, 'high-priority lead')} {urgent === 1 ? 'is' : 'are'} new
            </span>
            <span className="block text-small text-ink-2">Not contacted yet</span>
          </p>
          <ButtonLink to="/leads?priority=high&status=new">Show</ButtonLink>
        </li>
      </ul>
    </Card>
  )
}
