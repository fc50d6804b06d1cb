import { RefreshCw } from 'lucide-react'
import type { PropertyRecordFragment } from '../../gql/graphql.ts'
import { Button } from '../../ui/Button.tsx'
import { ChoiceCard, ChoiceGroup } from '../../ui/ChoiceCard.tsx'
import { TextArea, TextField } from '../../ui/Field.tsx'
import { PriorityIcon, priorityLabels } from '../../domain/PriorityBadge.tsx'
import { propertyTypes, PropertyTypeIcon } from '../../domain/PropertyTypeIcon.tsx'
import { AssignField } from './AssignField.tsx'
import type { PropertyEdits, PropertyFields } from './propertyEdits.ts'

interface PropertyFormProps {
  property: PropertyRecordFragment
  fields: PropertyFields
  onEdit: (change: PropertyEdits) => void
  onRefreshOwner: () => void
  refreshing: boolean
  busy: boolean
  canAssign: boolean
}

/** The editable fields of a property (spec §2). */
export function PropertyForm(props: PropertyFormProps) {
  const { property, fields, onEdit, onRefreshOwner, refreshing, busy, canAssign } = props
  return (
    <div className="space-y-5">
      <div className="relative flex items-end gap-2.5 max-md:flex-col max-md:items-stretch">
        <TextField
          label="Owner Name"
          value={fields.ownerName}
          placeholder="Unknown Owner"
          autoComplete="off"
          disabled={busy}
          onChange={(event) => onEdit({ ownerName: event.target.value })}
          className="min-w-0 flex-1"
        />
        <Button
          size="large"
          icon={<RefreshCw aria-hidden size={16} />}
          busy={refreshing}
          busyLabel="Refreshing..."
          disabled={busy}
          onClick={onRefreshOwner}
        >
          Refresh Owner
        </Button>
        {property.ownerSource && (
          <span className="absolute top-0 right-0 text-small text-ink-3">{formatSource(property.ownerSource)}</span>
        )}
      </div>
      <ChoiceGroup
        label="Property Type"
        clearable
        numberKeys
        disabled={busy}
        value={fields.type}
        onChange={(type) => onEdit({ type })}
      >
        {propertyTypes.map(({ value, label }) => (
          <ChoiceCard key={value} value={value} icon={<PropertyTypeIcon type={value} />}>
            {label}
          </ChoiceCard>
        ))}
      </ChoiceGroup>
      <div className="grid gap-4 md:grid-cols-2">
        <ChoiceGroup
          label="Priority"
          disabled={busy}
          value={fields.priority}
          onChange={(priority) => onEdit({ priority: priority ?? 'NORMAL' })}
          className="grid-cols-1"
        >
          {(['NORMAL', 'HIGH'] as const).map((value) => (
            <ChoiceCard key={value} value={value} icon={<PriorityIcon priority={value} />}>
              {priorityLabels[value]}
            </ChoiceCard>
          ))}
        </ChoiceGroup>
        <TextArea
          label="Notes"
          value={fields.notes}
          disabled={busy}
          onChange={(event) => onEdit({ notes: event.target.value })}
        />
      </div>
      {canAssign && (
        <AssignField
          property={property}
          value={fields.assignedTo}
          onChange={(assignedTo) => onEdit({ assignedTo })}
          disabled={busy}
        />
      )}
    </div>
  )
}

/** The source of the owner's name: parcel records, or a team member. */
const formatSource = (source: string) => (source === 'entered' ? 'Entered by hand' : 'Parcel record')
