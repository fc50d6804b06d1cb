import { lazy, Suspense } from 'react'
import type { LeadHouse } from '../features/leads/LeadHouseLines.tsx'
import { LeadTypeDialog } from '../features/leads/LeadTypeDialog.tsx'
import { QuickLeadDialog } from '../features/leads/QuickLeadDialog.tsx'
import { streetLine, townLine } from '../features/properties/addressLines.ts'
import { newProperty, type PropertyDraft } from '../features/properties/newProperty.ts'
import { useSaveProperty } from '../features/properties/useSaveProperty.ts'
import type { HouseDetailsFragment } from '../gql/graphql.ts'

// Fetched when a house is opened; the map comes first.
const PropertyDetailsDialog = lazy(async () => ({
  default: (await import('./PropertyDetailsDialog.tsx')).PropertyDetailsDialog,
}))

/** The dialog over the map: the offer for a house just found, the second dialog for one chosen before, or its details. */
export type MapDialog =
  | { kind: 'quick' | 'type'; draft: PropertyDraft }
  | { kind: 'type'; house: HouseDetailsFragment }
  | { kind: 'details'; id: string }

interface MapDialogsProps {
  dialog: MapDialog
  onClose: () => void
  /** A house was saved, or has a lead now: it is to be shown. */
  onSaved: (house: { id: string; lat: number; lng: number }) => void
  onDeleted: () => void
  onGone: () => void
}

export function MapDialogs({ dialog, onClose, onSaved, onDeleted, onGone }: MapDialogsProps) {
  const { save, saving } = useSaveProperty()
  if (dialog.kind === 'details')
    return (
      <Suspense>
        <PropertyDetailsDialog {...{ onClose, onDeleted, onGone }} id={dialog.id} />
      </Suspense>
    )

  const place = 'draft' in dialog ? dialog.draft : dialog.house
  const created = (lead: { propertyId: string }) => onSaved({ id: lead.propertyId, lat: place.lat, lng: place.lng })
  if (dialog.kind === 'type') return <LeadTypeDialog target={targetOf(dialog)} onCreated={created} onClose={onClose} />
  const skip = async () => {
    const saved = await save(newProperty(dialog.draft))
    if (saved) onSaved(saved)
    else if (saved === null) onClose()
  }
  return (
    <QuickLeadDialog
      target={targetOf(dialog)}
      skipping={saving}
      onCreated={created}
      onSkip={() => void skip()}
      onClose={onClose}
    />
  )
}

function targetOf(dialog: Exclude<MapDialog, { kind: 'details' }>): LeadHouse {
  const house = 'draft' in dialog ? dialog.draft : dialog.house
  const { ownerName, unconfirmed } = house
  return {
    house: 'draft' in dialog ? { newProperty: newProperty(dialog.draft) } : { propertyId: dialog.house.id },
    street: streetLine(house),
    town: townLine(house),
    ownerName,
    unconfirmed,
  }
}
