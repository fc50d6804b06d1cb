import { useState } from 'react'
import { CalendarClock, Footprints, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router-dom'
import { streetOf } from '../../domain/streetOf.ts'
import { mapLink } from '../../domain/mapLink.ts'
import { DueTodayDocument } from '../../gql/graphql.ts'
import { useFreshQuery } from '../../lib/freshQuery.ts'
import { endOfDay } from '../../lib/dateRanges.ts'
import { formatUpcoming } from '../../lib/formatUpcoming.ts'
import { useNow } from '../../lib/useNow.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { classNames } from '../../ui/classNames.ts'
import { LoadingRows } from '../../ui/Skeleton.tsx'

const SHOWN_FIRST = 5

interface DueItem {
  key: string
  at: string
  icon: LucideIcon
  /** The screen on which it is done. */
  to: string
  address: string
  /** What is due, and what was noted about it. */
  details: string
}

/** The houses to come back to and the leads to follow up until the end of today, earliest first. Says so if there are none. */
export function DueToday() {
  const now = new Date(useNow())
  const end = endOfDay(now)
  const [showsAll, setShowsAll] = useState(false)
  const { data, error } = useFreshQuery(DueTodayDocument, { followUpTo: end.toISOString() })
  const items: DueItem[] = [
    ...(data?.comeBacks ?? []).map(({ eventId, comeBackAt, propertyId, address, note }) => ({
      key: eventId,
      at: comeBackAt,
      icon: Footprints,
      to: mapLink(propertyId),
      address,
      details: ['Come back', note].filter(Boolean).join(' · '),
    })),
    ...[...(data?.new.edges ?? []), ...(data?.contacted.edges ?? [])].map(({ node }) => ({
      key: node.id,
      at: node.followUpAt ?? '',
      icon: CalendarClock,
      to: `/leads?lead=${node.id}`,
      address: node.address,
      details: ['Follow-up', node.contactName].filter(Boolean).join(' · '),
    })),
  ]
    // What waits on this phone may be due later.
    .filter(({ at }) => Date.parse(at) < end.getTime())
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  if (!data && error) return null
  return (
    <Card
      title="Due Today"
      aside={
        items.length > SHOWN_FIRST && (
          <Button variant="quiet" className="-my-2 -mr-3.5" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'First' : `All ${items.length}`}
          </Button>
        )
      }
    >
      {!data && (
        <div data-due>
          <LoadingRows
            label="what is due"
            rows={SHOWN_FIRST}
            cells={['size-9', 'h-8 w-40']}
            className="px-5 py-2 max-md:px-4"
          />
        </div>
      )}
      {data && items.length === 0 && (
        <p className="px-5 pt-1 pb-4 text-body text-ink-2 max-md:px-4">No visit or follow-up is due.</p>
      )}
      {items.length > 0 && (
        <ul data-due={showsAll ? 'all' : 'first'} className="px-5 pt-2 pb-2 max-md:px-4">
          {items.slice(0, showsAll ? undefined : SHOWN_FIRST).map(({ key, at, icon: Icon, to, address, details }) => {
            const isLate = Date.parse(at) < now.getTime()
            return (
              <li key={key} className="border-t border-line first:border-t-0">
                <Link
                  to={to}
                  className="grid min-h-14 grid-cols-[auto_minmax(0,1fr)_auto] content-center items-center gap-x-3 max-[359px]:gap-x-2 rounded-button py-1.5 hover:bg-hover"
                >
                  <span className="row-span-2 flex size-9 items-center justify-center rounded-button bg-sunken text-ink-2">
                    <Icon aria-hidden size={18} />
                  </span>
                  <span className="truncate text-body font-semibold max-md:col-span-2">{streetOf(address)}</span>
                  <span className="col-start-2 truncate text-small text-ink-2">{details}</span>
                  <time
                    dateTime={at}
                    className={classNames(
                      'figures text-small md:col-start-3 md:row-span-2 md:row-start-1',
                      isLate ? 'font-semibold text-bad' : 'text-ink-2',
                    )}
                  >
                    {formatUpcoming(at, now)}
                  </time>
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}
