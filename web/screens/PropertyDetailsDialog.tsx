import { useCreateLead } from '../features/leads/creating/useCreateLead.ts'
import { ForgetHouseholdButton } from '../features/forgetting/forgettingParts.ts'
import { PropertyThumbnail } from '../features/map/thumbnail/PropertyThumbnail.tsx'
import { PropertyDialog } from '../features/properties/PropertyDialog.tsx'
import { useAbilities } from '../session/person/MeProvider.tsx'

interface PropertyDetailsDialogProps {
  id: string
  onClose: () => void
  onDeleted: () => void
  onGone: () => void
}

/** The details of a property, with lead creation. Used over the map and over the list. */
export function PropertyDetailsDialog(props: PropertyDetailsDialogProps) {
  const { create, creating } = useCreateLead()
  const { forgetHouseholds } = useAbilities()
  return (
    <PropertyDialog
      {...props}
      leads={{ create: async (input, title) => (await create(input, title)) !== undefined, creating }}
      picture={(property) => (
        <span aria-hidden className="size-14 shrink-0 overflow-hidden rounded-button">
          <PropertyThumbnail property={property} hideMarker width={56} height={56} />
        </span>
      )}
      {...(forgetHouseholds && {
        forget: ({ id, address }, onForgotten) => (
          <div className="mt-6 border-t border-line pt-5">
            <ForgetHouseholdButton id={id} address={address} onForgotten={onForgotten} />
          </div>
        ),
      })}
    />
  )
}
