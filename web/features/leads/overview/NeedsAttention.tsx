import { CalendarClock, ChevronsUp, type LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { pluralize } from '../../../lib/numbers.ts'
import { ButtonLink } from '../../../ui/ButtonLink.tsx'
import { Card } from '../../../ui/Card.tsx'
import { IconTile } from '../../../ui/StatStrip.tsx'
import type { LeadOverview } from './useLeadOverview.ts'

/** What an admin should look at, each with its action. Nothing is shown if there is nothing. */
export function NeedsAttention({ overview }: { overview: LeadOverview | undefined }) {
  const urgent = overview?.urgent.total ?? 0
  // A completed lead needs no follow-up.
  const due = overview ? overview.due.total - overview.due.completed : 0
  if (urgent + due === 0) return null
  return (
    <Card title="Needs Attention">
      <ul className="px-5 pt-2 pb-2 max-md:px-4">
        {urgent > 0 && (
          <Item
            hue="orange"
            icon={ChevronsUp}
            title={pluralize(urgent, 'new high-priority lead')}
            hint="Not contacted yet"
            to="/leads?priority=high&status=new"
          />
        )}
        {due > 0 && (
          <Item
            hue="bad"
            icon={CalendarClock}
            title={`${pluralize(due, 'follow-up')} due`}
            hint="Today or before"
            to="/leads?due=today&sort=follow_up"
          />
        )}
      </ul>
    </Card>
  )
}

interface ItemProps {
  hue: ComponentProps<typeof IconTile>['hue']
  icon: LucideIcon
  title: string
  hint: string
  to: string
}

function Item({ hue, icon, title, hint, to }: ItemProps) {
  return (
    <li className="flex min-h-13 items-center gap-3 border-t border-line first:border-t-0 max-md:py-2">
      <IconTile hue={hue} icon={icon} />
      <p className="min-w-0 flex-1">
        <span className="block text-body font-[550]">{title}</span>
        <span className="block text-small text-ink-2">{hint}</span>
      </p>
      <ButtonLink to={to}>Show</ButtonLink>
    </li>
  )
}
