import { type ComponentProps, lazy, Suspense } from 'react'
import type { LeadProperty } from '../features/leads/creating/LeadPropertySummary.tsx'
import { LeadTypeDialog } from '../features/leads/creating/LeadTypeDialog.tsx'
import { QuickLeadDialog } from '../features/leads/creating/QuickLeadDialog.tsx'
import { streetLine, cityLine } from '../features/properties/addressLines.ts'
import { toNewPropertyInput, type PropertyDraft } from '../features/properties/toNewPropertyInput.ts'
import { useSaveProperty } from '../features/properties/useSaveProperty.ts'
import type { MapPropertyFragment } from '../gql/graphql.ts'
import { lazyNamed } from '../lib/lazyNamed.ts'
import type { Building } from './UnitsDialog.tsx'

// Loaded when a property is opened, to keep the map's bundle small.
const PropertyDetailsDialog = lazyNamed(async () => (await import('./PropertyDetailsDialog.tsx')).PropertyDetailsDialog)

const AddPropertyDialog = lazyNamed(
  async () => (await import('../features/properties/AddPropertyDialog.tsx')).AddPropertyDialog,
)

const UnitsDialog = lazy(() => import('./UnitsDialog.tsx'))

/**
 * The dialog over the map: quick lead for a property just found, lead type for an existing one, property details, the units of a
 * building, or the address of a house that no record has.
 */
export type MapDialog =
  | { kind: 'quick' | 'type'; draft: PropertyDraft }
  | { kind: 'type'; property: MapPropertyFragment }
  | { kind: 'details'; id: string }
  | { kind: 'units'; building: Building }
  | { kind: 'add'; point: { lat: number; lng: number } }

interface MapDialogsProps {
  dialog: MapDialog
  onClose: () => void
  /** Called with a property that was saved or got a lead, to show it on the map. */
  onSaved: (property: { id: string; lat: number; lng: number }) => void
  onDeleted: () => void
  onGone: () => void
  /** Called with a house whose address was typed. */
  onAdded: (draft: PropertyDraft) => void
  /** What can be done with the units of a building. */
  units: Pick<ComponentProps<typeof UnitsDialog>, 'onOpen' | 'onSearch' | 'onNobodyHome'>
}

export function MapDialogs({ dialog, onClose, onSaved, onDeleted, onGone, onAdded, units }: MapDialogsProps) {
  const { save, saving } = useSaveProperty()
  if (dialog.kind === 'units')
    return (
      <Suspense>
        <UnitsDialog building={dialog.building} onClose={onClose} {...units} />
      </Suspense>
    )
  if (dialog.kind === 'add')
    return (
      <Suspense>
        <AddPropertyDialog point={dialog.point} onAdd={onAdded} onClose={onClose} />
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
    onSaved({ id: lead.propertyId, lat: location.lat, lng: location.lng })
  if (dialog.kind === 'type')
    return <LeadTypeDialog target={targetOf(dialog)} onCreated={handleCreated} onClose={onClose} />
  const saveWithoutLead = async () => {
    const saved = await save(toNewPropertyInput(dialog.draft))
    if (saved) onSaved(saved)
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
  }
}
