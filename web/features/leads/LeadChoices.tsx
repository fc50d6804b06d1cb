import type { Priority, PropertyType } from '../../gql/graphql.ts'
import { ChoiceCard, ChoiceGroup } from '../../ui/ChoiceCard.tsx'
import { PriorityIcon, priorityLabels } from '../../domain/PriorityBadge.tsx'
import { propertyTypes, PropertyTypeIcon } from '../../domain/PropertyTypeIcon.tsx'

interface LeadChoicesProps {
  type: PropertyType | null
  onType: (type: PropertyType | null) => void
  priority: Priority
  onPriority: (priority: Priority) => void
  disabled: boolean
}

/** The two inputs of a new lead: one of nine types (required) and a priority. */
export function LeadChoices({ type, onType, priority, onPriority, disabled }: LeadChoicesProps) {
  return (
    <div className="space-y-5">
      <ChoiceGroup
        label="Property Type"
        isRequired
        clearable
        numberKeys
        disabled={disabled}
        value={type}
        onChange={onType}
      >
        {propertyTypes.map(({ value, label }) => (
          <ChoiceCard key={value} value={value} icon={<PropertyTypeIcon type={value} />}>
            {label}
          </ChoiceCard>
        ))}
      </ChoiceGroup>
      <ChoiceGroup
        label="Lead Priority"
        disabled={disabled}
        value={priority}
        onChange={(next) => onPriority(next ?? 'NORMAL')}
        className="grid-cols-2"
      >
        {(['NORMAL', 'HIGH'] as const).map((value) => (
          <ChoiceCard key={value} value={value} icon={<PriorityIcon priority={value} />}>
            {priorityLabels[value]}
          </ChoiceCard>
        ))}
      </ChoiceGroup>
    </div>
  )
}
