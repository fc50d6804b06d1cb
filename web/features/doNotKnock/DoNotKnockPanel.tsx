import { type ReactNode, useState } from 'react'
import { type DoNotKnockKind, DoNotKnockListDocument, type DoNotKnockRowFragment } from '../../gql/graphql.ts'
import { formatDate } from '../../lib/dates.ts'
import { pluralize } from '../../lib/numbers.ts'
import { urlFilter, useUrlFilters } from '../../lib/urlFilters.ts'
import { definePages } from '../../lists/defineList.ts'
import { ListBody } from '../../lists/ListBody.tsx'
import { usePages } from '../../lists/useList.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RecordRows } from '../../ui/RecordRows.tsx'
import { Select } from '../../ui/Select.tsx'
import { LoadingRows } from '../../ui/Skeleton.tsx'
import { describeMark } from './describeMark.ts'
import { LiftDialog } from './LiftDialog.tsx'
import { kindLabels } from './markKinds.ts'

const markPages = definePages({
  document: DoNotKnockListDocument,
  connectionOf: ({ doNotKnockList }) => doNotKnockList,
  failed: 'Failed to fetch the doors',
})
const ALL = 'ALL'
const markFilters = {
  kind: urlFilter<DoNotKnockKind | typeof ALL>('kind', ALL, [ALL, 'ASKED', 'REGISTRY', 'FIRM']),
  shown: urlFilter<'IN_FORCE' | typeof ALL>('shown', 'IN_FORCE', ['IN_FORCE', ALL]),
}

/** Lists the doors where nobody may knock, newest first. A filter adds marks that have ended or were lifted. `views` is shown above the list. */
export function DoNotKnockPanel({ views }: { views?: ReactNode }) {
  const { filters, setFilters } = useUrlFilters(markFilters)
  const [lifting, setLifting] = useState<string>()
  const rows = usePages(markPages, {
    filter: {
      ...(filters.kind !== ALL && { kind: filters.kind }),
      ...(filters.shown !== ALL && { inForce: true }),
    },
  })
  const { rows: marks, isLoaded, head } = rows
  const liftButton = (mark: DoNotKnockRowFragment) =>
    !mark.liftedAt && (
      <Button size="small" aria-label={`Lift ${mark.address}`} onClick={() => setLifting(mark.id)}>
        Lift...
      </Button>
    )
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        {views}
        <Select
          variant="filter"
          label="Why"
          value={filters.kind}
          onChange={(kind) => setFilters({ kind })}
          isActive={filters.kind !== ALL}
          options={[
            { value: ALL, label: 'All Reasons' },
            ...Object.entries(kindLabels).map(([value, label]) => ({ value: value as DoNotKnockKind, label })),
          ]}
        />
        <Select
          variant="filter"
          label="Marks"
          value={filters.shown}
          onChange={(shown) => setFilters({ shown })}
          isActive={filters.shown === ALL}
          options={[
            { value: 'IN_FORCE', label: 'In Force' },
            { value: ALL, label: 'All Marks' },
          ]}
        />
        {isLoaded && head && (
          <p className="ml-auto text-small text-ink-2">{pluralize(head.totalCount, 'mark', 'marks')}</p>
        )}
      </div>
      <ListBody
        list={markPages}
        rows={rows}
        cards={
          <RecordRows
            rows={marks}
            className="w-[40%]"
            columns={[
              {
                label: 'Address',
                className: 'py-2.5 font-semibold',
                cell: ({ address }) => <span className="wrap-anywhere whitespace-normal">{address}</span>,
              },
              { label: 'Why', className: 'py-2.5 whitespace-normal', cell: (mark) => <MarkText mark={mark} /> },
              { label: 'Set', className: 'text-ink-2', cell: setText },
            ]}
            actions={liftButton}
            card={(mark) => (
              <>
                <div className="flex items-start justify-between gap-3">
                  <AddressLines address={mark.address} />
                  {liftButton(mark)}
                </div>
                <MarkText mark={mark} />
                <p className="mt-1 text-small text-ink-2">{setText(mark)}</p>
              </>
            )}
          />
        }
        skeleton={<LoadingRows label="doors" rows={8} cells={['h-3 w-52', 'h-3 w-40', 'ml-auto h-3 w-28']} />}
        empty={
          <EmptyState title="No doors" hint="Reps mark a door on the map when the household asks not to be knocked." />
        }
        hasShowMore
      />
      {lifting && <LiftDialog id={lifting} onClose={() => setLifting(undefined)} />}
    </>
  )
}

/** The street, and below it the city, which is nearly always the same. */
function AddressLines({ address }: { address: string }) {
  const [street, ...city] = address.split(', ')
  return (
    <h2 className="text-section wrap-anywhere">
      {street}
      <span className="block text-small font-normal text-ink-2">{city.join(', ')}</span>
    </h2>
  )
}

/** Why nobody may knock, what was said about it, and why it was lifted. */
function MarkText({ mark }: { mark: DoNotKnockRowFragment }) {
  return (
    <>
      <p>{describeMark(mark)}</p>
      {mark.reason && (
        <p dir="auto" className="text-small text-ink-2 wrap-anywhere">
          {mark.reason}
        </p>
      )}
      {mark.liftedAt && (
        <p className="text-small text-ink-2 wrap-anywhere">
          Lifted {formatDate(mark.liftedAt)}
          {mark.liftedBy && ` by ${mark.liftedBy.fullName}`}: {mark.liftReason}
        </p>
      )}
    </>
  )
}

const setText = ({ setAt, setBy }: DoNotKnockRowFragment) => `${formatDate(setAt)}${setBy ? `, ${setBy.fullName}` : ''}`
