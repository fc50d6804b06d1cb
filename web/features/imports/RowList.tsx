import { type ImportOutcome, type ImportRowItemFragment } from '../../gql/graphql.ts'
import { formatCount } from '../../lib/numbers.ts'
import { usePages } from '../../lists/useList.ts'
import { DownloadButton } from '../../session/jobs/DownloadButton.tsx'
import { useOpenRecord } from '../../session/records.tsx'
import { Card } from '../../ui/Card.tsx'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'
import { ShowMore } from '../../ui/ShowMore.tsx'
import { importRowPages } from './importRowPages.ts'

/** The rows of an import with one outcome. */
export function RowList({ importId, outcome, label }: { importId: string; outcome: ImportOutcome; label: string }) {
  const { rows, ...page } = usePages(importRowPages, { importId, outcome })
  if (!page.isLoaded)
    return (
      <LoadingOrError
        query={{ failed: page.failed, busy: page.isLoading, retry: page.retry }}
        failure={importRowPages.failed}
        label="the rows"
        rows={3}
        cells={['h-3.5 w-8', 'h-3.5 w-1/2']}
      />
    )
  return (
    <Card title={`Rows ${label}`}>
      <ul className="mt-2">
        {rows.map((row) => (
          <li
            key={row.row}
            className="grid min-h-11 grid-cols-[3rem_minmax(0,1fr)] items-center gap-x-4 border-t border-line px-5 py-2 text-body max-md:px-4 md:grid-cols-[3rem_minmax(0,1fr)_minmax(0,1fr)]"
          >
            <span className="figures text-right text-ink-2">
              <span className="sr-only">Row </span>
              {formatCount(row.row)}
            </span>
            <RowFacts row={row} />
          </li>
        ))}
      </ul>
      {page.hasMore && <ShowMore onClick={page.loadMore} />}
    </Card>
  )
}

/** What the row says, why this became of it, and its property, unless that has the same address. */
function RowFacts({ row: { address, propertyId, propertyAddress, reason, warning } }: { row: ImportRowItemFragment }) {
  const title = address ?? propertyAddress ?? 'No address'
  const property = propertyId && propertyAddress ? { id: propertyId, address: propertyAddress } : null
  const isTitle = property?.address === title
  return (
    <>
      <span className="font-semibold break-words">
        {property && isTitle ? <PropertyButton {...property} /> : title}
      </span>
      <span className="break-words text-ink-2 max-md:col-start-2">
        {reason} {property && !isTitle && <PropertyButton {...property} />}
        {warning && <span className="block text-warn">{warning}</span>}
      </span>
    </>
  )
}

/** Downloads what became of all rows. */
export const RowsDownload = ({ importId }: { importId: string }) => (
  <DownloadButton path={`/imports/${importId}/rows.csv`} fileName="rows.csv">
    All Rows as CSV
  </DownloadButton>
)

/** The address of a property as a link that opens it in the drawer. */
function PropertyButton({ id, address }: { id: string; address: string }) {
  const { openProperty } = useOpenRecord()
  return (
    <button type="button" className="link text-left" onClick={() => openProperty(id)}>
      {address}
    </button>
  )
}
