import { useQuery } from '@apollo/client/react'
import {
  ArrowRightLeft,
  Ban,
  ChevronsUp,
  DoorOpen,
  Footprints,
  type LucideIcon,
  Merge,
  Pencil,
  RefreshCw,
  Save,
  StickyNote,
  Tag,
  Target,
  Trash2,
  UserCheck,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { PropertyHistoryDocument } from '../../gql/graphql.ts'
import { formatDate, formatTime } from '../../lib/dates.ts'
import type { Point } from '../../lib/distance.ts'
import { Button } from '../../ui/Button.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { KnockFlagNote } from '../../domain/KnockFlagNote.tsx'
import { OutcomeIcon } from '../../domain/OutcomeIcon.tsx'
import { outcomeDisplay } from '../../domain/outcomes.ts'
import { type HistoryEntry, formatHistoryEntry } from './formatHistoryEntry.ts'

interface PropertyHistoryProps {
  id: string
  /** Where the property is. */
  door: Point
  /** What stands below an entry, such as the photos of a knock. */
  detailOf?: (entry: HistoryEntry) => ReactNode
}

/** The history of a property from the activity log, latest first. */
export function PropertyHistory({ id, door, detailOf }: PropertyHistoryProps) {
  const { data, error, loading, fetchMore, refetch } = useQuery(PropertyHistoryDocument, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
  })
  const history = data?.property?.history
  const loadEarlier = () =>
    fetchMore({
      variables: { id, after: history?.pageInfo.endCursor ?? null },
      updateQuery: (before, { fetchMoreResult }) => {
        const more = fetchMoreResult.property?.history
        const known = before.property?.history
        if (!more || !known || !before.property) return before
        const edges = [...known.edges, ...more.edges]
        return { property: { ...before.property, history: { ...more, edges } } }
      },
    }).catch(() => undefined)

  return (
    <section aria-label="History" className="mt-5">
      <h3 className="text-section">History</h3>
      {!history && loading && (
        <Loading label="history" className="mt-2 space-y-3">
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-4 w-2/3" />
        </Loading>
      )}
      {!history && error && (
        <p className="mt-1 text-body text-ink-2">
          Failed to load the history.{' '}
          <button type="button" className="link" onClick={() => void refetch().catch(() => undefined)}>
            Try Again
          </button>
        </p>
      )}
      {history && <HistoryList entries={history.edges.map(({ node }) => node)} door={door} detailOf={detailOf} />}
      {history?.pageInfo.hasNextPage && (
        <Button size="small" className="mt-1" busy={loading} busyLabel="Loading..." onClick={() => void loadEarlier()}>
          Show Earlier
        </Button>
      )}
    </section>
  )
}

interface HistoryListProps {
  entries: readonly HistoryEntry[]
  /** Where the property is, if the user may know it. */
  door: Point | undefined
  detailOf?: PropertyHistoryProps['detailOf']
}

/** Entries of a history, in the given order. */
export function HistoryList({ entries, door, detailOf }: HistoryListProps) {
  return (
    <ol className="mt-1">
      {entries.map((entry) => (
        <Entry key={`${entry.kind} ${entry.id}`} entry={entry} door={door} detail={detailOf?.(entry)} />
      ))}
    </ol>
  )
}

const ICONS: Record<HistoryEntry['kind'], LucideIcon> = {
  SAVED: Save,
  EDITED: Pencil,
  ASSIGNED: UserCheck,
  OWNER_REFRESHED: RefreshCw,
  KNOCKED: Footprints,
  KNOCK_WITHDRAWN: Footprints,
  DO_NOT_KNOCK_SET: Ban,
  DO_NOT_KNOCK_LIFTED: DoorOpen,
  LEAD_CREATED: Target,
  LEAD_STATUS_CHANGED: ArrowRightLeft,
  LEAD_RETAGGED: Tag,
  LEAD_PRIORITY_CHANGED: ChevronsUp,
  LEAD_EDITED: Pencil,
  LEAD_ASSIGNED: UserCheck,
  LEAD_STAGE_CHANGED: ArrowRightLeft,
  LEAD_NOTE_ADDED: StickyNote,
  LEADS_MERGED: Merge,
  LEAD_DELETED: Trash2,
}

function Entry({ entry, door, detail }: { entry: HistoryEntry; door: Point | undefined; detail: ReactNode }) {
  const Icon = ICONS[entry.kind]
  const shownOutcome = entry.kind === 'KNOCKED' && !entry.withdrawn && entry.outcome
  return (
    <li className="flex items-start gap-3 py-1.5">
      {shownOutcome ? (
        <OutcomeIcon display={outcomeDisplay(shownOutcome)} size={28} isTinted />
      ) : (
        <span className="flex size-7 shrink-0 items-center justify-center rounded-button bg-sunken text-ink-2">
          <Icon aria-hidden size={14} />
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span className="block text-body font-[550] break-words">{formatHistoryEntry(entry)}</span>
        <span className="block text-small text-ink-2">
          {entry.actor?.fullName ?? 'Former user'}
          {entry.note && ` · ${entry.note}`}
        </span>
        <span className="block text-small empty:hidden">
          <KnockFlagNote flags={entry.flags} door={door} />
        </span>
        {detail}
      </span>
      <time dateTime={entry.at} className="figures shrink-0 text-right text-small text-ink-2">
        {formatDate(entry.at)}
        <span className="block">{formatTime(entry.at)}</span>
      </time>
    </li>
  )
}
