import type { Priority, PropertyType } from '../gql/graphql.ts'
import { ChoiceCard, ChoiceGroup, type ChoiceGroupProps } from '../ui/ChoiceCard.tsx'
import { PriorityIcon } from './PriorityBadge.tsx'
import { priorityLabels } from './labels.ts'
import { propertyTypes, PropertyTypeIcon } from './PropertyTypeIcon.tsx'

/** Chooses one of the nine types, also by its number key. */
export const TypeChoice = (props: Omit<ChoiceGroupProps<PropertyType>, 'children'>) => (
  <ChoiceGroup numberKeys {...props}>
    {propertyTypes.map(({ value, label }) => (
      <ChoiceCard key={value} value={value} icon={<PropertyTypeIcon type={value} />}>
        {label}
      </ChoiceCard>
    ))}
  </ChoiceGroup>
)

type PriorityChoiceProps = Omit<ChoiceGroupProps<Priority>, 'onChange' | 'children'> & {
  onChange: (priority: Priority) => void
}

/** Chooses between normal and high priority. Choosing the checked card again keeps it. */
export const PriorityChoice = ({ onChange, ...props }: PriorityChoiceProps) => (
  <ChoiceGroup {...props} onChange={(next) => onChange(next ?? 'NORMAL')}>
    {(['NORMAL', 'HIGH'] as const).map((value) => (
      <ChoiceCard key={value} value={value} icon={<PriorityIcon priority={value} />}>
        {priorityLabels[value]}
      </ChoiceCard>
    ))}
  </ChoiceGroup>
)
