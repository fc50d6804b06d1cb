import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { CalendarClock, Footprints, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router-dom'
import { mapLink } from '../../domain/mapLink.ts'
import { DueTodayDocument } from '../../gql/graphql.ts'
import { endOfDay } from '../../lib/dateRanges.ts'
import { formatUpcoming } from '../../lib/formatUpcoming.ts'
import { useNow } from '../../lib/useNow.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { classNames } from '../../ui/classNames.ts'

const MINUTE_MS = 60_000
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
  const now = new Date(useNow(MINUTE_MS))
  const end = endOfDay(now)
  const [showsAll, setShowsAll] = useState(false)
  const { data } = useQuery(DueTodayDocument, {
    variables: { followUpTo: end.toISOString() },
    fetchPolicy: 'cache-and-network',
  })
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
  if (!data) return null
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
      className="mb-4"
    >
      {items.length === 0 && (
        <p className="px-5 pt-1 pb-4 text-body text-ink-2 max-md:px-4">No visit or follow-up is due.</p>
      )}
      <ul className="px-5 pt-2 pb-2 empty:hidden max-md:px-4">
        {items.slice(0, showsAll ? undefined : SHOWN_FIRST).map(({ key, at, icon: Icon, to, address, details }) => {
          const isLate = Date.parse(at) < now.getTime()
          return (
            <li key={key} className="border-t border-line first:border-t-0">
              <Link to={to} className="flex min-h-14 items-center gap-3 rounded-button py-1.5 hover:bg-hover">
                <span className="flex size-9 shrink-0 items-center justify-center rounded-button bg-sunken text-ink-2">
                  <Icon aria-hidden size={18} />
                </span>
                <span className="min-w-0 flex-1">
                  <span className="block truncate text-body font-semibold">{address.split(',')[0]}</span>
                  <span className="block truncate text-small text-ink-2">{details}</span>
                </span>
                <time
                  dateTime={at}
                  className={classNames(
                    'figures shrink-0 text-small',
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
    </Card>
  )
}
