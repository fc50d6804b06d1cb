import { ChevronsUp, Target } from 'lucide-react'
import type { ComponentProps, ComponentType } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { formatCount } from '../../../lib/numbers.ts'
import { Card } from '../../../ui/Card.tsx'
import { classNames } from '../../../ui/classNames.ts'
import { IconTile } from '../../../ui/StatStrip.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { StatusIcon } from '../../../domain/StatusBadge.tsx'
import type { useLeadCounters } from '../useLeadCounts.ts'

/** Counts of all leads the user may see, regardless of the filters, in one line. Each shows its leads. */
export function LeadCounters({ counters, failed }: ReturnType<typeof useLeadCounters>) {
  const counts = [
    { label: 'Total Leads', value: counters?.total, icon: Target, filter: {} },
    { label: 'High Priority', value: counters?.highPriority, icon: ChevronsUp, filter: { priority: 'high' } },
    { label: 'New Leads', value: counters?.new, icon: NewStatusIcon, filter: { status: 'new' } },
    { label: 'Completed', value: counters?.completed, icon: CompletedStatusIcon, filter: { status: 'completed' } },
  ]
  return (
    <Card className="grid grid-cols-4 divide-x divide-line overflow-hidden max-md:-mx-4 max-md:rounded-none!">
      {counts.map((count) => (
        <Count key={count.label} {...count} failed={failed} />
      ))}
    </Card>
  )
}

interface CountProps {
  label: string
  /** Undefined while loading. */
  value: number | undefined
  icon: ComponentType<{ size?: number }>
  filter: { priority?: string; status?: string }
  failed: boolean
}

function Count({ label, value, icon: Icon, filter, failed }: CountProps) {
  const [search] = useSearchParams()
  const next = new URLSearchParams(search)
  for (const name of ['priority', 'status'] as const)
    if (filter[name]) next.set(name, filter[name])
    else next.delete(name)
  const isShown = next.toString() === search.toString()
  return (
    <Link
      to={{ search: next.toString() }}
      aria-current={isShown || undefined}
      className={classNames(
        'flex h-11 items-center gap-2.5 px-5 -outline-offset-2 hover:bg-hover max-md:h-14 max-md:justify-center max-md:px-1',
        isShown && 'bg-accent-tint',
      )}
    >
      <span aria-hidden className="text-ink-2 max-md:hidden">
        <Icon size={16} />
      </span>
      <dl className="flex items-baseline gap-2 max-md:flex-col-reverse max-md:items-center max-md:gap-0 max-md:text-center md:flex-row-reverse">
        <dt className="text-small text-ink-2 max-md:text-[0.75rem] max-md:leading-4">{label}</dt>
        <dd className="text-section">
          {value === undefined && !failed ? (
            <Skeleton className="h-4 w-10" />
          ) : value === undefined ? (
            '–'
          ) : (
            formatCount(value)
          )}
        </dd>
      </dl>
    </Link>
  )
}

type Tile = ComponentProps<typeof IconTile>

export const leadStat = (label: string, value: number | null | undefined, hue: Tile['hue'], icon: Tile['icon']) => ({
  label,
  value,
  icon: <IconTile hue={hue} icon={icon} />,
})

export const NewStatusIcon = ({ size }: { size?: number }) => <StatusIcon status="NEW" size={size ?? 18} />
export const CompletedStatusIcon = ({ size }: { size?: number }) => <StatusIcon status="COMPLETED" size={size ?? 18} />
