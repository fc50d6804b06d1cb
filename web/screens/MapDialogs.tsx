import { type ComponentProps, lazy, Suspense } from 'react'
import type { LeadProperty } from '../features/leads/creating/LeadPropertySummary.tsx'
import { LeadTypeDialog } from '../features/leads/creating/LeadTypeDialog.tsx'
import { QuickLeadDialog } from '../features/leads/creating/QuickLeadDialog.tsx'
import { streetLine, cityLine } from '../features/properties/addressLines.ts'
import { toNewPropertyInput } from '../features/properties/toNewPropertyInput.ts'
import { useSaveProperty } from '../features/properties/useSaveProperty.ts'
import type { Point } from '../lib/distance.ts'
import { lazyNamed } from '../lib/lazyNamed.ts'
import type { MapDialog, WalkEvent } from './walkState.ts'

// Loaded when a property is opened, to keep the map's bundle small.
const PropertyDetailsDialog = lazyNamed(async () => (await import('./PropertyDetailsDialog.tsx')).PropertyDetailsDialog)

const AddPropertyDialog = lazyNamed(
  async () => (await import('../features/properties/AddPropertyDialog.tsx')).AddPropertyDialog,
)

const UnitsDialog = lazy(() => import('./UnitsDialog.tsx'))

interface MapDialogsProps {
  dialog: MapDialog | undefined
  send: (event: WalkEvent) => void
  /** A property was saved or got a lead. */
  onSaved: () => void
  onDeleted: () => void
  onGone: () => void
  onNobodyHome: ComponentProps<typeof UnitsDialog>['onNobodyHome']
}

/** The open dialog over the map, if there is one. It is rendered without one, too, so that its script is there before a dialog opens. */
export function MapDialogs({ dialog, send, onSaved, onDeleted, onGone, onNobodyHome }: MapDialogsProps) {
  const { save, saving } = useSaveProperty()
  const onClose = () => send({ type: 'dialogClosed' })
  const showSaved = (property: Point & { id: string }) => {
    onSaved()
    send({ type: 'propertySaved', property })
  }
  if (!dialog) return null
  if (dialog.kind === 'units')
    return (
      <Suspense>
        <UnitsDialog
          building={dialog.building}
          onClose={onClose}
          onOpen={(property) => send({ type: 'propertyChosen', property })}
          onSearch={(address) => send({ type: 'addressEntered', address, isUnit: true })}
          onNobodyHome={onNobodyHome}
        />
      </Suspense>
    )
  if (dialog.kind === 'add')
    return (
      <Suspense>
        <AddPropertyDialog
          point={dialog.point}
          typed={dialog.typed}
          isOffline={dialog.isOffline}
          onAdd={(draft) => send({ type: 'draftAdded', draft })}
          onClose={onClose}
        />
      </Suspense>
    )
  if (dialog.kind === 'details')
    return (
      <Suspense>
        <PropertyDetailsDialog id={dialog.id} onClose={onClose} onDeleted={onDeleted} onGone={onGone} />
      </Suspense>
    )

  const location = 'draft' in dialog ? dialog.draft : dialog.property
  const handleCreated = (lead: { propertyId: string }) =>
    showSaved({ id: lead.propertyId, lat: location.lat, lng: location.lng })
  if (dialog.kind === 'type')
    return <LeadTypeDialog target={targetOf(dialog)} onCreated={handleCreated} onClose={onClose} />
  const saveWithoutLead = async () => {
    const saved = await save(toNewPropertyInput(dialog.draft))
    if (saved) showSaved(saved)
    else if (saved === null) onClose()
  }
  return (
    <QuickLeadDialog
      target={targetOf(dialog)}
      skipping={saving}
      onCreated={handleCreated}
      onSkip={() => void saveWithoutLead()}
      onClose={onClose}
    />
  )
}

function targetOf(dialog: Extract<MapDialog, { kind: 'quick' | 'type' }>): LeadProperty {
  const property = 'draft' in dialog ? dialog.draft : dialog.property
  const { ownerName, unconfirmed } = property
  return {
    property:
      'draft' in dialog ? { newProperty: toNewPropertyInput(dialog.draft) } : { propertyId: dialog.property.id },
    street: streetLine(property),
    town: cityLine(property),
    ownerName,
    isUnconfirmed: unconfirmed,
    ...('leads' in dialog && { leads: dialog.leads }),
  }
}
