import { type ReactNode, useId, useState } from 'react'
import type { CreateLeadInput, PropertyRecordFragment } from '../../gql/graphql.ts'
import { useAbilities, useMe } from '../../session/person/MeProvider.tsx'
import { toastSuccess } from '../../lib/toasts.ts'
import { useBusy } from '../../lib/useBusy.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { StatusBadge } from '../../domain/StatusBadge.tsx'
import { streetLine, cityLine } from './addressLines.ts'
import { DeleteProperty } from './DeleteProperty.tsx'
import { NearbyOwner } from './NearbyOwner.tsx'
import { UnconfirmedNotice } from './PropertyFacts.tsx'
import { pickPendingEdits, toUpdateInput } from './propertyEdits.ts'
import { PropertyConflict } from './PropertyConflict.tsx'
import { PropertyForm } from './PropertyForm.tsx'
import { PropertyHistory } from './PropertyHistory.tsx'
import { ReplacedOwners } from './ReplacedOwners.tsx'
import { usePropertyMutations } from './usePropertyMutations.ts'
import { originOf, usePropertyEdits } from './usePropertyEdits.ts'

/** Creates a lead and reports the outcome; resolves to true if it was created. */
export interface PropertyEditorProps {
  property: PropertyRecordFragment
  onClose: () => void
  /** Called when the user deletes the property here. */
  onDeleted: () => void
  leads: { create: (input: CreateLeadInput, title: string) => Promise<boolean>; creating: boolean }
  /** A small picture of the property from above. */
  picture?: (property: PropertyRecordFragment) => ReactNode
  /** What forgets the household; `onForgotten` is called when nothing is left. */
  forget?: (property: PropertyRecordFragment, onForgotten: () => void) => ReactNode
}

/** The dialog with a loaded property. It asks before it closes with unsaved changes. */
export function PropertyEditor({ property, onClose, onDeleted, leads, picture, forget }: PropertyEditorProps) {
  const { deleteProperties, editProperties } = useAbilities()
  const isAssignee = property.assignedTo?.id === useMe().id
  const canEdit = editProperties || isAssignee
  const form = usePropertyEdits(property)
  const [saved, setSaved] = useState<PropertyRecordFragment | null>(null)
  const handleConflict = (current: PropertyRecordFragment) => {
    if (Object.keys(pickPendingEdits(current, form.edits)).length > 0) return setSaved(current)
    // Somebody else has saved the same values.
    form.discard()
    toastSuccess('Property updated successfully')
  }
  const changes = usePropertyMutations(property, { onChanged: form.followOwnChange, onConflict: handleConflict })
  const { busy: creatingLead, run: runCreation } = useBusy()
  const [isAskingToDiscard, setIsAskingToDiscard] = useState(false)
  const hintId = useId()
  const busy = creatingLead || leads.creating || changes.saving

  const save = async () => {
    if (await changes.save(toUpdateInput(property, form.edits), form.origin)) form.discard()
  }
  const saveMine = async (current: PropertyRecordFragment) => {
    if (!(await changes.save(toUpdateInput(current, form.edits), originOf(current)))) return
    form.discard()
    setSaved(null)
  }
  const refresh = async () => {
    if (await changes.refresh()) form.resetOwner()
  }
  const restore = async (replacedId: string) => {
    if (await changes.restore(replacedId)) form.resetOwner()
  }
  const handleNearbyUsed = (used: PropertyRecordFragment) => {
    changes.forgetNearbyOwner()
    form.followOwnChange(used)
    form.resetOwner()
  }
  const createLead = async () => {
    const { type, priority } = form.fields
    if (!type) return
    // Save edits together with the lead, because the dialog closes afterwards.
    const input = toUpdateInput(property, form.edits)
    if (form.unsaved && canEdit && !(await changes.save(input, form.origin, { quiet: true }))) return
    if (!(await leads.create({ propertyId: property.id, tag: type, priority }, property.address))) return
    form.discard()
    onClose()
  }

  const leave = () => {
    form.discard()
    onDeleted()
  }
  const close = () => (form.unsaved ? setIsAskingToDiscard(true) : onClose())

  return (
    <Dialog
      onClose={close}
      initialFocus="dialog"
      width={672}
      busy={busy}
      media={picture?.(property)}
      title={
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
          {streetLine(property)} <StatusBadge status={property.status} className="text-small" />
        </span>
      }
      description={
        <>
          {/* On a phone the field below says it. */}
          <span className="max-md:sr-only">
            {property.ownerName || 'Unknown Owner'}
            {cityLine(property) && ' · '}
          </span>
          {cityLine(property)}
        </>
      }
      footer={
        <div className="grid w-full grid-cols-2 gap-2.5 md:flex md:flex-wrap md:items-center">
          <div className="col-span-2 flex items-center justify-between empty:hidden md:contents">
            {!form.fields.type && (
              <p id={hintId} className="text-small text-ink-2 md:w-full md:text-right">
                Please select a property type first
              </p>
            )}
            {deleteProperties && <DeleteProperty id={property.id} variant="quiet" disabled={busy} onDeleted={leave} />}
          </div>
          <Button
            size="large"
            variant="quiet"
            disabled={busy}
            onClick={close}
            // The cross above does the same, and a phone has no room for both.
            className="max-md:hidden md:ml-auto"
          >
            Close
          </Button>
          {canEdit && (
            <Button
              size="large"
              disabled={creatingLead}
              busy={changes.saving && !creatingLead}
              busyLabel="Saving..."
              onClick={() => void save()}
              className="max-md:px-2"
            >
              Save Property Info
            </Button>
          )}
          <Button
            size="large"
            variant="primary"
            disabled={!form.fields.type || (changes.saving && !creatingLead)}
            busy={creatingLead}
            busyLabel="Creating Lead..."
            title={form.fields.type ? undefined : 'Please select a property type first'}
            aria-describedby={form.fields.type ? undefined : hintId}
            onClick={() => void runCreation(createLead)}
            className={canEdit ? undefined : 'max-md:col-span-2'}
          >
            Create Lead
          </Button>
        </div>
      }
    >
      {form.restored && (
        <p className="mb-4 flex items-center gap-3 rounded-button bg-accent-tint px-3 py-1.5 text-small">
          <span className="flex-1">Your unsaved changes were restored.</span>
          <Button size="small" variant="quiet" disabled={busy} onClick={form.discard}>
            Discard
          </Button>
        </p>
      )}
      {property.unconfirmed && (
        <div className="mb-4 flex items-center gap-3 *:first:flex-1">
          <UnconfirmedNotice />
          {canEdit && (
            <Button size="small" disabled={busy} onClick={() => void changes.save({ unconfirmed: false })}>
              Confirm
            </Button>
          )}
        </div>
      )}
      <PropertyForm
        property={property}
        fields={form.fields}
        onEdit={form.edit}
        onRefreshOwner={() => void refresh()}
        refreshing={changes.refreshing}
        otherOwners={
          canEdit && (
            <div className="w-full min-w-0 empty:hidden">
              {changes.nearbyOwner && (
                <NearbyOwner
                  id={property.id}
                  record={changes.nearbyOwner}
                  disabled={busy || changes.refreshing || changes.restoring}
                  onUsed={handleNearbyUsed}
                />
              )}
              <ReplacedOwners
                id={property.id}
                disabled={busy || changes.refreshing || changes.restoring}
                onRestore={(replacedId) => void restore(replacedId)}
              />
            </div>
          )
        }
        busy={busy}
        canAssign={editProperties}
      />
      <PropertyHistory id={property.id} door={property} />
      {forget?.(property, leave)}
      {saved && (
        <PropertyConflict
          edits={form.edits}
          before={form.origin.fields}
          saved={saved}
          busy={changes.saving}
          onSaveMine={() => void saveMine(saved)}
          onKeepTheirs={() => {
            form.discard()
            setSaved(null)
          }}
          onContinue={() => {
            form.rebase(saved)
            setSaved(null)
          }}
        />
      )}
      {isAskingToDiscard && (
        <ConfirmDialog
          title="Unsaved Changes"
          confirmLabel="Discard Changes"
          onConfirm={() => {
            form.discard()
            onClose()
          }}
          onClose={() => setIsAskingToDiscard(false)}
        >
          The changes to this property are not saved. Discard them?
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
