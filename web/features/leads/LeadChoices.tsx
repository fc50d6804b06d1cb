import type { Priority, PropertyType } from '../../gql/graphql.ts'
import { PriorityChoice, TypeChoice } from '../../domain/TypeChoice.tsx'

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
      <TypeChoice label="Property Type" isRequired clearable disabled={disabled} value={type} onChange={onType} />
      <PriorityChoice
        label="Lead Priority"
        disabled={disabled}
        value={priority}
        onChange={onPriority}
        className="grid-cols-2"
      />
    </div>
  )
}
