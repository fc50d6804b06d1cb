import { useQuery } from '@apollo/client/react'
import { FileUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { RegistriesDocument, type RegistryRowFragment } from '../../gql/graphql.ts'
import { formatDate } from '../../lib/dates.ts'
import { formatCount, pluralize } from '../../lib/numbers.ts'
import { useNow } from '../../lib/useNow.ts'
import { useFileDownload } from '../../session/jobs/jobs.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'
import { Note } from '../../ui/Note.tsx'
import { DecideEntriesDialog } from './DecideEntriesDialog.tsx'
import { ImportRegistryDialog } from './ImportRegistryDialog.tsx'

/** The cities' lists of doors where nobody may knock, the newest first, with the import of another one. `views` chooses between them and the other parts of the screen. */
export function RegistriesPanel({ views }: { views?: ReactNode }) {
  const { data, error, loading, refetch } = useQuery(RegistriesDocument, { fetchPolicy: 'cache-and-network' })
  const [isImporting, setIsImporting] = useState(false)
  const [deciding, setDeciding] = useState<RegistryRowFragment>()
  const lists = data?.registries
  const hasLists = lists !== undefined && lists.length > 0
  const importButton = (
    <Button
      variant="primary"
      icon={FileUp}
      iconSize={18}
      onClick={() => setIsImporting(true)}
      className={hasLists ? 'floats-on-phone' : ''}
    >
      Import List
    </Button>
  )
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        {views}
        {hasLists && importButton}
      </div>
      {!lists ? (
        <LoadingOrError
          query={{ error, loading, refetch }}
          label="lists"
          rows={4}
          cells={['h-3 w-40', 'h-3 w-52', 'ml-auto h-3 w-24']}
        />
      ) : lists.length === 0 ? (
        <EmptyState
          title="No lists of cities"
          hint="Many cities keep a list of doors where nobody may knock. Import it, and its doors are marked on every phone."
          action={importButton}
        />
      ) : (
        <ul className="grid gap-3">
          {lists.map((list) => (
            <li key={list.id} className="rounded-phone-card bg-surface p-4 shadow-card">
              <RegistryCard list={list} onDecide={() => setDeciding(list)} />
            </li>
          ))}
        </ul>
      )}
      {isImporting && <ImportRegistryDialog onClose={() => setIsImporting(false)} />}
      {deciding && <DecideEntriesDialog list={deciding} onClose={() => setDeciding(undefined)} />}
    </>
  )
}

function RegistryCard({ list, onDecide }: { list: RegistryRowFragment; onDecide: () => void }) {
  const now = useNow(null)
  const { replacedAt, expiresAt } = list
  const { download, isDownloading } = useFileDownload()
  const isReplaced = replacedAt !== null
  const hasExpired = expiresAt !== null && Date.parse(expiresAt) <= now
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div className="grid min-w-0 flex-1 basis-72 gap-2">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 className="text-section wrap-anywhere">
            {list.city}
            {list.state && `, ${list.state}`}
          </h2>
          <p className="text-small text-ink-2">{periodText(list)}</p>
        </div>
        <p className="text-body">
          {pluralize(list.entries, 'address', 'addresses')}: {formatCount(list.matched)} marked,{' '}
          {formatCount(list.notFound)} without a saved property
        </p>
        <p className="text-small text-ink-2">
          Received {formatDate(list.receivedAt)}
          {list.importedBy && ` by ${list.importedBy.fullName}`}
          {list.ended > 0 && `. It ended ${pluralize(list.ended, 'door')} of the list before`}
        </p>
        {hasExpired && !isReplaced && <Note hue="bad">This list has expired. Ask the city for its new one.</Note>}
        {list.expiryNotice !== null && !hasExpired && (
          <Note hue="warn">This list expires soon. Ask the city for its new one, and import it.</Note>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {list.unsure > 0 && !isReplaced && (
          <Button onClick={onDecide}>Decide {pluralize(list.unsure, 'Address', 'Addresses')}</Button>
        )}
        {(['csv', 'pdf'] as const).map((ending) => (
          <Button
            key={ending}
            disabled={isDownloading}
            onClick={() =>
              void download({
                path: `/do-not-knock/registries/${list.id}/evidence.${ending}`,
                fileName: `knocks.${ending}`,
              })
            }
          >
            Knocks as {ending.toUpperCase()}
          </Button>
        ))}
      </div>
    </div>
  )
}

function periodText({ effectiveFrom, expiresAt, replacedAt }: RegistryRowFragment): string {
  if (replacedAt !== null) return `Replaced on ${formatDate(replacedAt)}`
  const until = expiresAt ? ` until ${formatDate(Date.parse(expiresAt) - 1)}` : ''
  return `In force from ${formatDate(effectiveFrom)}${until}`
}
