import { useCreateLead } from '../features/leads/useCreateLead.ts'
import { PropertyDialog } from '../features/properties/PropertyDialog.tsx'

interface PropertyDetailsDialogProps {
  id: string
  onClose: () => void
  onDeleted: () => void
  onGone: () => void
}

/** The details of a house, with leads to be made from them: over the map and over the list alike. */
export function PropertyDetailsDialog(props: PropertyDetailsDialogProps) {
  const { create, creating } = useCreateLead()
  return (
    <PropertyDialog {...props} leads={{ create: async (input) => (await create(input)) !== undefined, creating }} />
  )
}
