import { useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import {
  CompanyParcelsDocument,
  UndoParcelImportDocument,
  type CompanyParcelsQuery,
  type ParcelImportRowFragment,
} from '../../gql/graphql.ts'
import { refetching } from '../../lib/refetching.ts'
import { formatDay, formatTime } from '../../lib/dates.ts'
import { formatCount, pluralize } from '../../lib/numbers.ts'
import { toastOutcome } from '../../session/failureToasts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'
import { AddressForm } from './AddressForm.tsx'
import { NewParcelFile } from './NewParcelFile.tsx'
import { OpenParcelImport, type ColumnMatching } from './OpenParcelImport.tsx'

interface CompanyParcelsProps {
  tenantId: string
  matching: ColumnMatching
  /** Proposes the name of a data set for a file. */
  nameOf: (fileName: string) => string
}

/** The parcels around a company, and the files that it has imported for itself. */
export function CompanyParcels({ tenantId, matching, nameOf }: CompanyParcelsProps) {
  const { data, error, loading, refetch } = useQuery(CompanyParcelsDocument, { fetchPolicy: 'cache-and-network' })
  if (!data)
    return (
      <Card title="Parcels Around You">
        <LoadingOrError query={{ error, loading, refetch }} label="the parcels" rows={3} className="px-5" />
      </Card>
    )
  const { parcelsAround: around, parcelImports: imports } = data
  const open = imports.find(({ status }) => ['UPLOADING', 'CHECKING', 'CHECKED', 'FAILED'].includes(status))
  const hasFile = around.provider === 'embedded' && around.mayImport
  const ended = imports.filter(({ status }) => ['LIVE', 'REPLACED', 'UNDONE'].includes(status))
  return (
    // On a wide window the file has a column of its own, so that its columns can be matched beside what is there.
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] xl:grid-rows-[auto_1fr]">
      <Card title="Parcels Around You" className={hasFile ? undefined : 'xl:col-span-2'}>
        <div className="grid gap-x-10 gap-y-5 px-5 pt-2 pb-5 max-md:px-4 xl:auto-cols-fr xl:grid-flow-col">
          <div className="space-y-4">
            <Summary around={around} />
            <AddressForm key={around.address} tenantId={tenantId} address={around.address} />
          </div>
          {around.provider === 'embedded' && !around.mayImport && (
            <div className="border-line max-xl:border-t max-xl:pt-4 xl:border-l xl:pl-10">
              <h3 className="font-semibold">Your County’s File</h3>
              <p className="mt-1 text-body text-ink-2">
                On this server, a global admin imports counties. Ask whoever runs it for yours.
              </p>
            </div>
          )}
        </div>
      </Card>
      {hasFile && (
        <Card
          title={open ? 'Import Under Way' : 'Import a County’s File'}
          className="xl:col-start-2 xl:row-span-2 xl:row-start-1 xl:self-stretch"
        >
          <div className="px-5 pt-2 pb-5 max-md:px-4">
            {open ? (
              <OpenParcelImport key={open.id} item={open} matching={matching} />
            ) : (
              <NewParcelFile nameOf={nameOf} />
            )}
          </div>
        </Card>
      )}
      {ended.length > 0 && (
        <Card title="Imported Files">
          <ul className="mt-2 pb-1">
            {ended.map((item) => (
              <EndedImport key={item.id} item={item} mayUndo={around.mayImport} />
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}

function Summary({ around: { provider, parcels, address } }: { around: CompanyParcelsQuery['parcelsAround'] }) {
  if (provider !== 'embedded')
    return <p className="text-body">A provider answers for parcels here, so no file has to be imported.</p>
  if (!address) return <p className="text-body">Say where your company is, and see how many parcels lie around it.</p>
  if (!parcels)
    return (
      <p className="text-body">
        No parcels around this address yet. Import your county’s file to find its houses and owners.
      </p>
    )
  return (
    <p className="text-body">
      <b className="figures font-semibold">{formatCount(parcels)}</b> {parcels === 1 ? 'parcel lies' : 'parcels lie'}{' '}
      within 3 miles of it.
    </p>
  )
}

const statusTexts: Partial<Record<ParcelImportRowFragment['status'], string>> = {
  LIVE: 'In use by your company alone',
  REPLACED: 'Replaced by a later file',
  UNDONE: 'Undone',
}

function EndedImport({ item, mayUndo }: { item: ParcelImportRowFragment; mayUndo: boolean }) {
  const [openedAt] = useState(() => new Date())
  const [undo, undoing] = useMutation(UndoParcelImportDocument, {
    variables: { id: item.id },
    ...refetching(CompanyParcelsDocument),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-5 py-3 max-md:px-4">
      <span className="min-w-0">
        <span className="block text-body font-semibold">{item.name}</span>
        <span className="block text-small text-ink-2">
          {pluralize(item.parcels, 'parcel')} from {item.fileName}
          {item.publishedAt && `, ${formatDay(item.publishedAt)}, ${formatTime(item.publishedAt)}`}.{' '}
          {statusTexts[item.status]}.
        </span>
      </span>
      {mayUndo && item.undoableUntil && new Date(item.undoableUntil) > openedAt && (
        <Button
          size="small"
          busy={undoing.loading}
          busyLabel="Undoing..."
          onClick={() => void toastOutcome(undo(), 'Import undone', 'Failed to undo import')}
        >
          Undo
        </Button>
      )}
    </li>
  )
}
