import { Link, useLocation } from 'react-router-dom'
import { formatCount } from '../../../lib/numbers.ts'
import type { CountedView } from '../../../lists/savedViews/ViewTabs.tsx'
import { toViewQuery, toViewSearch } from '../../../lists/savedViews/viewQuery.ts'
import { Card } from '../../../ui/Card.tsx'
import { classNames } from '../../../ui/classNames.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import type { useLeadCounters } from '../useLeadCounts.ts'

type Counters = ReturnType<typeof useLeadCounters>

/** The counts of all leads the user may see (spec §2), regardless of the filters, each as a view of its leads. */
export const countedViews = ({ counters }: Pick<Counters, 'counters'>): readonly CountedView[] => [
  { name: 'Total Leads', query: '', total: counters?.total },
  { name: 'High Priority', query: 'priority=high', total: counters?.highPriority },
  { name: 'New Leads', query: 'status=new', total: counters?.new },
  { name: 'Completed', query: 'status=completed', total: counters?.completed },
]

/** The counts in one line on a phone. A wide screen has them among its views. */
export function LeadCounters({ counters, failed }: Counters) {
  const { search } = useLocation()
  return (
    <Card className="-mx-4 grid grid-cols-4 divide-x divide-line overflow-hidden rounded-none!">
      {countedViews({ counters }).map(({ name, query, total }) => {
        const isShown = toViewQuery(search) === query
        return (
          <Link
            key={name}
            to={{ search: toViewSearch(query, search) }}
            aria-current={isShown || undefined}
            className={classNames(
              'flex h-14 items-center justify-center px-1 -outline-offset-2',
              isShown && 'bg-accent-tint',
            )}
          >
            <dl className="flex flex-col-reverse items-center text-center">
              <dt className="text-[0.75rem] leading-4 text-ink-2">{name}</dt>
              <dd className="text-section">
                {total === undefined && !failed ? <Skeleton className="h-4 w-10" /> : formatTotal(total)}
              </dd>
            </dl>
          </Link>
        )
      })}
    </Card>
  )
}

const formatTotal = (total: number | undefined) => (total === undefined ? '–' : formatCount(total))
