import { useCreateLead } from '../features/leads/creating/useCreateLead.ts'
import { PropertyThumbnail } from '../features/map/thumbnail/PropertyThumbnail.tsx'
import { PropertyDialog } from '../features/properties/PropertyDialog.tsx'

interface PropertyDetailsDialogProps {
  id: string
  onClose: () => void
  onDeleted: () => void
  onGone: () => void
}

/** The details of a property, with lead creation. Used over the map and over the list. */
export function PropertyDetailsDialog(props: PropertyDetailsDialogProps) {
  const { create, creating } = useCreateLead()
  return (
    <PropertyDialog
      {...props}
      leads={{ create: async (input, title) => (await create(input, title)) !== undefined, creating }}
      picture={(property) => (
        <span aria-hidden className="size-14 shrink-0 overflow-hidden rounded-button">
          <PropertyThumbnail property={property} hideMarker width={56} height={56} />
        </span>
      )}
    />
  )
}
