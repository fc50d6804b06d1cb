import { useMutation, useQuery } from '@apollo/client/react'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { DeletePermitDocument, type PermitRowFragment, PermitsDocument } from '../../gql/graphql.ts'
import { refetching } from '../../lib/refetching.ts'
import { toFieldDay } from '../../lib/dates.ts'
import { lazyPart } from '../../lib/lazyPart.ts'
import { pluralize } from '../../lib/numbers.ts'
import { useNow } from '../../lib/useNow.ts'
import { toastOutcome } from '../../session/failureToasts.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'
import { Note } from '../../ui/Note.tsx'
import { describeHours, describeValidity } from './permitTexts.ts'

const PermitDialog = lazyPart(async () => (await import('./PermitDialog.tsx')).PermitDialog)

/** The permits of cities by which knocks are checked. `views` chooses between them and the other parts of the screen. */
export function PermitsPanel({ views }: { views?: ReactNode }) {
  const { data, error, loading, refetch } = useQuery(PermitsDocument, { fetchPolicy: 'cache-and-network' })
  const [editing, setEditing] = useState<PermitRowFragment | 'new'>()
  const [deleting, setDeleting] = useState<PermitRowFragment>()
  const permits = data?.permits
  const hasPermits = permits !== undefined && permits.length > 0
  const addButton = (
    <Button
      variant="primary"
      icon={Plus}
      iconSize={18}
      onClick={() => setEditing('new')}
      className={hasPermits ? 'floats-on-phone' : ''}
    >
      Add Permit
    </Button>
  )
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        {views}
        {hasPermits && addButton}
      </div>
      {!permits ? (
        <LoadingOrError
          query={{ error, loading, refetch }}
          label="permits"
          rows={4}
          cells={['h-3 w-40', 'h-3 w-52', 'ml-auto h-3 w-24']}
        />
      ) : permits.length === 0 ? (
        <EmptyState
          title="No permits"
          hint="Add a city's permit, and a knock outside its hours or without a badge is flagged."
          action={addButton}
        />
      ) : (
        <ul aria-label="Permits" className="grid gap-3">
          {permits.map((permit) => (
            <li key={permit.id} className="rounded-phone-card bg-surface p-4 shadow-card">
              <PermitCard permit={permit} onEdit={() => setEditing(permit)} onDelete={() => setDeleting(permit)} />
            </li>
          ))}
        </ul>
      )}
      {editing && (
        <PermitDialog permit={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
      )}
      {deleting && <DeletePermitDialog permit={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

interface PermitCardProps {
  permit: PermitRowFragment
  onEdit: () => void
  onDelete: () => void
}

function PermitCard({ permit, onEdit, onDelete }: PermitCardProps) {
  const { city, number, validTo, badges, expiryNotice } = permit
  const today = toFieldDay(useNow(null))
  const hasExpired = validTo !== null && validTo < today
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div className="grid min-w-0 flex-1 basis-72 gap-2">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 dir="auto" className="text-section wrap-anywhere">
            {city}
          </h2>
          {number && <p className="text-small text-ink-2 wrap-anywhere">Permit {number}</p>}
        </div>
        <p className="text-body">{describeHours(permit)}</p>
        <p className="text-small text-ink-2">
          {describeValidity(permit)}. {badges.length === 0 ? 'Everybody may knock' : pluralize(badges.length, 'badge')}.
        </p>
        {hasExpired && <Note hue="bad">This permit has expired. Ask the city for a new one.</Note>}
        {expiryNotice !== null && !hasExpired && (
          <Note hue="warn">This permit expires soon. Ask the city for a new one, and add it.</Note>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button aria-label={`Edit ${city}`} onClick={onEdit}>
          Edit...
        </Button>
        <Button variant="destructive" aria-label={`Delete ${city}`} onClick={onDelete}>
          Delete...
        </Button>
      </div>
    </div>
  )
}

function DeletePermitDialog({ permit, onClose }: { permit: PermitRowFragment; onClose: () => void }) {
  const [remove] = useMutation(DeletePermitDocument, refetching(PermitsDocument))
  const confirm = () =>
    toastOutcome(
      remove({ variables: { id: permit.id } }),
      'Permit deleted',
      'The permit was not deleted. Check the connection and try again.',
    )
  return (
    <ConfirmDialog title="Delete Permit" onConfirm={confirm} onClose={onClose}>
      Delete the permit of {permit.city}? Knocks there are then not checked by it. Flags of earlier knocks stay.
    </ConfirmDialog>
  )
}
