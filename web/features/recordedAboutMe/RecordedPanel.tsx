import type { ReactNode } from 'react'
import {
  type RecordedAccess,
  RecordedAboutMeDocument,
  type RecordedKind,
  type RecordedRowFragment,
} from '../../gql/graphql.ts'
import { streetOf } from '../../domain/streetOf.ts'
import { formatDate, formatLongDay, formatTime } from '../../lib/dates.ts'
import { pluralize } from '../../lib/numbers.ts'
import { urlFilter, useUrlFilters } from '../../lib/urlFilters.ts'
import { definePages } from '../../lists/defineList.ts'
import { ListBody } from '../../lists/ListBody.tsx'
import { usePages } from '../../lists/useList.ts'
import { DownloadButton } from '../../session/jobs/DownloadButton.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { LoadingRows } from '../../ui/Skeleton.tsx'

const recordedPages = definePages({
  document: RecordedAboutMeDocument,
  connectionOf: ({ recordedAboutMe }) => recordedAboutMe,
  failed: 'Failed to fetch what is recorded',
})
const kindFilter = { kind: urlFilter<RecordedKind>('shown', 'KNOCK', ['KNOCK', 'SESSION', 'VIEW']) }
const kinds = [
  { value: 'KNOCK', label: 'Positions' },
  { value: 'SESSION', label: 'Sessions' },
  { value: 'VIEW', label: 'Who Looked' },
] as const

const hints: Record<RecordedKind, string> = {
  KNOCK:
    'Where your phone was at each knock. The position is erased on the day beside the date; the knock stays with its time and outcome. Until then owners and admins see it in the history of the house.',
  SESSION: 'When you knocked, and where you started.',
  VIEW: 'Who opened the page of your work, recorded once an hour, who viewed the app as you, and who exported everything of the company.',
}
const emptyTitles: Record<RecordedKind, string> = {
  KNOCK: 'No positions are kept',
  SESSION: 'No sessions yet',
  VIEW: 'Nobody has looked',
}
const accessTexts: Record<RecordedAccess, string> = {
  REP_PAGE: 'opened the page of your work',
  VIEW_AS: 'viewed the app as you',
  EXPORT: 'exported everything of the company',
}

/** What is recorded about the user, day by day, of one kind at a time. */
export function RecordedPanel() {
  const {
    filters: { kind },
    setFilters,
  } = useUrlFilters(kindFilter)
  const list = usePages(recordedPages, { kind })
  // While another kind loads, its rows are not there yet.
  const rows = list.rows.filter((row) => row.kind === kind)
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3 max-md:gap-2">
        <SegmentedControl
          label="Shown"
          options={kinds}
          value={kind}
          onChange={(next) => setFilters({ kind: next })}
          className="max-md:flex-1"
        />
        <DownloadButton path="/me/recorded.csv" fileName="recorded-about-me.csv">
          {/* On a phone an icon beside the kinds. */}
          <span className="max-md:sr-only">Download All</span>
        </DownloadButton>
      </div>
      <p className="mb-4 max-w-[760px] text-body text-ink-2">{hints[kind]}</p>
      <ListBody
        list={recordedPages}
        rows={{ ...list, rows, isLoaded: list.isLoaded && !list.stale }}
        cards={
          <div className="grid gap-4">
            {[...Map.groupBy(rows, ({ at }) => formatLongDay(at))].map(([day, ofDay]) => (
              <Card key={day} title={day} aside={exactUntilText(ofDay)}>
                <ul className="px-5 pt-1 pb-2 max-md:px-4">
                  {ofDay.map((row) => (
                    <RecordedLine key={row.id} row={row} />
                  ))}
                </ul>
              </Card>
            ))}
          </div>
        }
        skeleton={
          <LoadingRows label="what is recorded" rows={6} cells={['h-3 w-16', 'h-3 w-56', 'ml-auto h-3 w-28']} />
        }
        empty={<EmptyState title={emptyTitles[kind]} hint="What is recorded from now on is shown here." />}
        hasShowMore
      />
    </div>
  )
}

/** The day on which the positions of a day are erased, in the words of its heading: that of the newest, which is the last. */
function exactUntilText(rows: readonly RecordedRowFragment[]): string | undefined {
  const newest = rows.find(({ exactUntil }) => exactUntil !== null)
  return newest?.exactUntil ? `Exact until ${formatDate(newest.exactUntil)}` : undefined
}

function RecordedLine({ row }: { row: RecordedRowFragment }) {
  const { at, kind } = row
  return (
    <li className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-baseline gap-x-4 border-b border-line py-2.5 last:border-b-0 md:min-h-11 md:grid-cols-[5rem_minmax(0,1fr)_minmax(0,1fr)]">
      <time dateTime={at} className="figures text-small text-ink-2">
        {formatTime(at)}
      </time>
      {/* Beside each other where there is room. */}
      <div className="min-w-0 md:contents">{textsByKind[kind](row)}</div>
    </li>
  )
}

const textsByKind: Record<RecordedKind, (row: RecordedRowFragment) => ReactNode> = {
  KNOCK: (row) => (
    <>
      <p className="text-body font-[550] wrap-anywhere" title={row.address ?? undefined}>
        {row.address ? streetOf(row.address) : 'Deleted property'}
      </p>
      <Position row={row} />
    </>
  ),
  SESSION: (row) => (
    <>
      <p className="text-body">
        {row.endedAt ? `Until ${formatTime(row.endedAt)}` : 'Still open'}, {pluralize(row.doors ?? 0, 'door')}
      </p>
      <Position row={row} />
    </>
  ),
  VIEW: ({ by, access }) => (
    <p className="text-body wrap-anywhere">
      {by?.fullName} {access && accessTexts[access]}
    </p>
  ),
}

/** To about a meter, as it is stored. */
const DECIMALS = 5

function Position({ row: { lat, lng, accuracyMeters } }: { row: RecordedRowFragment }) {
  if (lat === null || lng === null) return null
  return (
    <p className="figures text-small text-ink-2">
      {lat.toFixed(DECIMALS)}, {lng.toFixed(DECIMALS)}
      {accuracyMeters !== null && `, within ${Math.ceil(accuracyMeters)} m`}
    </p>
  )
}
