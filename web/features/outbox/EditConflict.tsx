import { useQuery } from '@apollo/client/react'
import { languageName, priorityLabels, propertyTypeLabels } from '../../domain/labels.ts'
import { fieldLabels } from '../../gql/fields.ts'
import { PropertyDetailsDocument, type UpdatePropertyInput } from '../../gql/graphql.ts'
import type { OutboxItem } from '../../session/outbox/outboxItems.ts'
import { ConflictDialog } from '../../ui/ConflictDialog.tsx'

interface EditConflictProps {
  item: OutboxItem
  /** Called with a function that changes the item so that it overwrites the saved values. */
  onSaveMine: (overwrite: (item: OutboxItem) => OutboxItem) => void
  onKeepTheirs: () => void
  /** Called when the user decides later. */
  onClose: () => void
}

/** Lets the user choose between an edit that waited on this device and what somebody else has saved meanwhile. */
export function EditConflict({ item, onSaveMine, ...choices }: EditConflictProps) {
  const { propertyId, before: _, ...mine } = item.action.propertyEdit!
  const { data, loading } = useQuery(PropertyDetailsDocument, {
    variables: { id: propertyId },
    fetchPolicy: 'network-only',
  })
  const property = data?.property
  const saved = property && { ...property, assignedTo: property.assignedTo?.fullName }
  const edited = { ...mine, ...('assignedTo' in mine && { assignedTo: item.assignedTo?.fullName }) }
  const fields = (Object.keys(edited) as (keyof UpdatePropertyInput & keyof typeof fieldLabels)[]).flatMap((name) => {
    const values = { mine: format(name, edited[name as keyof typeof edited]), saved: format(name, saved?.[name]) }
    return values.mine === values.saved ? [] : [{ label: fieldLabels[name], ...values }]
  })
  return (
    <ConflictDialog
      {...choices}
      onSaveMine={() => onSaveMine(withoutBefore)}
      busy={loading}
      description={
        (saved ?? loading) ? 'What you did not edit stays as it is now saved.' : 'What is saved now could not be read.'
      }
      fields={saved ? fields : []}
    />
  )
}

/** The edit without `before`, so that the server overwrites the saved values without comparing them. */
const withoutBefore = ({ action, ...item }: OutboxItem): OutboxItem => ({
  ...item,
  action: { ...action, propertyEdit: action.propertyEdit && { ...action.propertyEdit, before: undefined } },
})

/** The value of a field in words. */
function format(name: keyof UpdatePropertyInput, value: UpdatePropertyInput[keyof UpdatePropertyInput]): string {
  if (Array.isArray(value)) return value.map((tag) => propertyTypeLabels[tag]).join(', ') || 'None'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (name === 'priority' && value) return priorityLabels[value as keyof typeof priorityLabels]
  if (name === 'language' && value) return languageName(value as string)
  return value ? (value as string) : 'None'
}
