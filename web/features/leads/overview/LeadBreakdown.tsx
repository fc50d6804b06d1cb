import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatCount } from '../../../lib/numbers.ts'
import { Card } from '../../../ui/Card.tsx'
import { classNames } from '../../../ui/classNames.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadingOrError } from '../../../ui/LoadingOrError.tsx'
import { PropertyTypeIcon } from '../../../domain/PropertyTypeIcon.tsx'
import { propertyTypeLabels, statusLabels } from '../../../domain/labels.ts'
import { StatusIcon } from '../../../domain/StatusBadge.tsx'
import { DATA_FAILED } from '../leadText.ts'
import type { useLeadOverview } from './useLeadOverview.ts'

type BreakdownProps = ReturnType<typeof useLeadOverview>

/** The number of leads of each type, largest first. A row opens the list of its leads. */
export function LeadsByType(props: BreakdownProps) {
  return (
    <BreakdownCard title="Leads by Type" {...props}>
      {({ leadGroups }) =>
        leadGroups.map(({ tag, count }) => (
          <BreakdownRow
            key={tag}
            to={`/leads?type=${tag.toLowerCase()}`}
            icon={<PropertyTypeIcon type={tag} size={22} />}
            label={propertyTypeLabels[tag]}
            count={count}
            max={Math.max(...leadGroups.map((group) => group.count))}
          />
        ))
      }
    </BreakdownCard>
  )
}

/** The number of leads of each status, and of those without a printed letter. A row opens the list of its leads. */
export function LeadsByStatus(props: BreakdownProps) {
  return (
    <BreakdownCard title="Leads by Status" {...props}>
      {({ all, unprinted }) => (
        <>
          {statusCounts(all).map(([status, count], _, counts) => (
            <BreakdownRow
              key={status}
              to={`/leads?status=${status.toLowerCase()}`}
              icon={<StatusIcon status={status} size={18} />}
              label={statusLabels[status]}
              count={count}
              max={Math.max(...counts.map(([, other]) => other))}
            />
          ))}
          <li className="mt-2 px-3 pt-2 pb-1 text-section">Letters Not Yet Printed</li>
          <BreakdownRow
            to="/leads?letters=none"
            icon={<Printer aria-hidden size={18} className="text-ink-2" />}
            label="Never printed"
            count={unprinted.total}
          />
        </>
      )}
    </BreakdownCard>
  )
}

const statusCounts = (all: { total: number; new: number; completed: number }) =>
  [
    ['NEW', all.new],
    ['CONTACTED', all.total - all.new - all.completed],
    ['COMPLETED', all.completed],
  ] as const

function BreakdownCard({
  title,
  overview,
  failed,
  busy,
  retry,
  children,
}: BreakdownProps & { title: string; children: (overview: NonNullable<BreakdownProps['overview']>) => ReactNode }) {
  return (
    <Card title={title}>
      {overview?.all.total === 0 ? (
        <EmptyState title="No leads found" hint="The shares show here with the first lead." />
      ) : overview ? (
        <ul className="px-2 pt-2 pb-3">{children(overview)}</ul>
      ) : (
        <LoadingOrError
          query={{ failed, busy, retry }}
          failure={DATA_FAILED}
          label={title.toLowerCase()}
          rows={4}
          cells={['h-3.5 w-32', 'ml-auto h-3.5 w-10']}
          rowClass="h-9 gap-3"
        />
      )}
    </Card>
  )
}

interface BreakdownRowProps {
  to: string
  icon: ReactNode
  label: string
  count: number
  /** The count of a full bar; without it there is no bar. */
  max?: number
}

/** A count as a link, with a bar beside those of the other counts. */
function BreakdownRow({ to, icon, label, count, max }: BreakdownRowProps) {
  return (
    <li>
      <Link
        to={to}
        className="flex h-9 items-center gap-3 rounded-button px-3 text-body -outline-offset-2 hover:bg-hover max-md:h-12"
      >
        <span className="flex w-5.5 shrink-0 justify-center">{icon}</span>
        <span className="w-33 shrink-0 truncate">{label}</span>
        <span aria-hidden className={classNames('h-2 min-w-0 flex-1 rounded-full', max !== undefined && 'bg-sunken')}>
          {max !== undefined && (
            <span
              className="block h-full rounded-full bg-series-1"
              style={{ width: `${max > 0 ? (100 * count) / max : 0}%` }}
            />
          )}
        </span>
        <span className="figures w-10 text-right font-[550]">{formatCount(count)}</span>
      </Link>
    </li>
  )
}
