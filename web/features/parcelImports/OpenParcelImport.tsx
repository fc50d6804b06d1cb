import { useApolloClient, useMutation, useQuery } from '@apollo/client/react'
import { useEffect, useState, type ReactNode } from 'react'
import {
  CheckParcelImportDocument,
  CompanyParcelsDocument,
  DeleteParcelImportDocument,
  ParcelFileHeadDocument,
  PublishParcelImportDocument,
  type ParcelFileHeadQuery,
  type ParcelImportRowFragment,
} from '../../gql/graphql.ts'
import { refetching } from '../../lib/refetching.ts'
import { errorCode, errorMessage } from '../../lib/errors.ts'
import { formatCount, pluralize } from '../../lib/numbers.ts'
import { toastOutcome } from '../../session/failureToasts.ts'
import { isUnfinished, useJob } from '../../session/jobs/jobs.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'
import { Note } from '../../ui/Note.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { ParcelFilePicker } from './NewParcelFile.tsx'
import { useParcelUpload } from './useParcelUpload.ts'
import { UploadProgress } from './UploadProgress.tsx'

export type ParcelFileHead = ParcelFileHeadQuery['parcelImportHead']
/** The column for each field. */
export type ParcelMapping = Record<string, string>

/** How columns are matched to fields, which is the same for every import. */
export interface ColumnMatching {
  guess: (columns: readonly string[]) => ParcelMapping
  render: (head: ParcelFileHead, mapping: ParcelMapping, onChange: (mapping: ParcelMapping) => void) => ReactNode
}

interface OpenParcelImportProps {
  item: ParcelImportRowFragment
  matching: ColumnMatching
}

const rereadParcels = refetching(CompanyParcelsDocument)

/** The import that is under way: the rest of its upload, its columns, its check, or its publication. */
export function OpenParcelImport({ item, matching }: OpenParcelImportProps) {
  const isWhole = item.receivedBytes >= item.totalBytes
  return (
    <div className="space-y-4">
      <p className="text-body">
        <b className="font-semibold">{item.name}</b> <span className="text-ink-2">from {item.fileName}</span>
      </p>
      {item.status === 'UPLOADING' && !isWhole && <RestOfUpload item={item} />}
      {((item.status === 'UPLOADING' && isWhole) || item.status === 'FAILED') && (
        <ColumnsAndCheck item={item} matching={matching} />
      )}
      {item.status === 'CHECKING' && item.jobId && <Checking jobId={item.jobId} />}
      {item.status === 'CHECKED' && <Checked item={item} />}
      <div>
        <RemoveButton id={item.id} />
      </div>
    </div>
  )
}

function RestOfUpload({ item }: { item: ParcelImportRowFragment }) {
  const upload = useParcelUpload()
  const [refusal, setRefusal] = useState<string | null>(null)
  const client = useApolloClient()
  const goOn = async (file: File) => {
    setRefusal(null)
    if (file.size !== item.totalBytes)
      return setRefusal(`This is another file. Choose ${item.fileName} again, or remove the import.`)
    await upload.send(item, file)
    await client.refetchQueries({ include: [CompanyParcelsDocument] })
  }
  if (upload.sentBytes !== null) return <UploadProgress sentBytes={upload.sentBytes} totalBytes={item.totalBytes} />
  return (
    <>
      <Note hue={refusal || upload.refusal ? 'bad' : 'warn'}>
        {refusal ??
          upload.refusal ??
          `The upload stopped at ${Math.floor((100 * item.receivedBytes) / item.totalBytes)} %. Choose the same file to send the rest.`}
      </Note>
      <ParcelFilePicker onChange={(file) => void goOn(file)} />
    </>
  )
}

function ColumnsAndCheck({ item, matching }: OpenParcelImportProps) {
  const { data, error, loading, refetch } = useQuery(ParcelFileHeadDocument, { variables: { id: item.id } })
  const [chosen, setChosen] = useState<ParcelMapping | null>(null)
  const [check, checking] = useMutation(CheckParcelImportDocument)
  const head = data?.parcelImportHead
  // Trying again reads the same file.
  if (!head && error && errorCode(error) === 'BAD_USER_INPUT')
    return <Note hue="bad">{error.message} Remove this import to upload another file.</Note>
  if (!head)
    return (
      <LoadingOrError
        query={{ error, loading, refetch }}
        failure={errorMessage(error, 'Failed to fetch data')}
        label="the columns"
        rows={4}
      />
    )
  const mapping = chosen ?? matching.guess(head.columns)
  const lacksPlace = !head.hasGeometry && !mapping['geometry'] && !(mapping['lat'] && mapping['lng'])
  const lacking = mapping['parcel_id'] ? lacksPlace && 'latitude and longitude, or the outline' : 'the parcel id'
  const start = () => {
    const entries = Object.entries(mapping).map(([field, column]) => ({ field, column }))
    void check({ variables: { id: item.id, input: { mapping: entries } } }).catch(() => undefined)
  }
  return (
    <>
      {item.status === 'FAILED' && (
        <Note hue="bad">
          <span className="whitespace-pre-line">{item.error}</span>
        </Note>
      )}
      {checking.error && <Note hue="bad">{errorMessage(checking.error, 'Check the connection and try again.')}</Note>}
      {matching.render(head, mapping, setChosen)}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="primary"
          disabled={Boolean(lacking)}
          busy={checking.loading}
          busyLabel="Starting..."
          onClick={start}
        >
          {item.status === 'FAILED' ? 'Check Again' : 'Check File'}
        </Button>
        {lacking && <span className="text-small text-ink-2">Choose the column with {lacking}.</span>}
      </div>
    </>
  )
}

function Checking({ jobId }: { jobId: string }) {
  const { job } = useJob(jobId)
  const client = useApolloClient()
  const hasEnded = job !== undefined && job !== null && !isUnfinished(job)
  useEffect(() => {
    if (hasEnded) void client.refetchQueries({ include: [CompanyParcelsDocument] })
  }, [hasEnded, client])
  return (
    <div className="space-y-2">
      <p className="text-body">Checking every parcel. You can leave this page.</p>
      <ProgressBar
        done={job?.total ? Math.floor((100 * job.done) / job.total) : 0}
        total={job?.total ? 100 : null}
        unit="percent"
      />
    </div>
  )
}

function Checked({ item }: { item: ParcelImportRowFragment }) {
  const [publish, publishing] = useMutation(PublishParcelImportDocument, rereadParcels)
  return (
    <>
      <Note hue="info">
        {pluralize(item.parcels, 'parcel')} can be imported. Nobody finds them until you publish them.
        {item.skipped > 0 && ` ${formatCount(item.skipped)} have no place and are left out.`}
      </Note>
      {item.failed > 0 && (
        <Note hue="warn">
          {pluralize(item.failed, 'record')} cannot be imported and will be left out, such as:
          <ul className="mt-1 list-disc pl-4">
            {item.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Note>
      )}
      <Button
        variant="primary"
        busy={publishing.loading}
        busyLabel="Publishing..."
        onClick={() =>
          void toastOutcome(publish({ variables: { id: item.id } }), 'Parcels published', 'Failed to publish parcels')
        }
      >
        Publish {pluralize(item.parcels, 'Parcel')}
      </Button>
    </>
  )
}

function RemoveButton({ id }: { id: string }) {
  const [remove, removing] = useMutation(DeleteParcelImportDocument, { variables: { id }, ...rereadParcels })
  return (
    <Button
      variant="destructive"
      busy={removing.loading}
      busyLabel="Removing..."
      onClick={() => void toastOutcome(remove(), 'Import removed', 'Failed to remove import')}
    >
      Remove Import
    </Button>
  )
}
