import type { Priority, PropertyType } from '../gql/graphql.ts'
import { ChoiceCard, ChoiceGroup, type ChoiceGroupProps } from '../ui/ChoiceCard.tsx'
import { PriorityIcon } from './PriorityBadge.tsx'
import { priorityLabels } from './labels.ts'
import { propertyTypes, PropertyTypeIcon } from './PropertyTypeIcon.tsx'

/** Three tiles in a row on a phone, as the outcomes of a knock. */
const TILE_CLASSES =
  'grid-cols-3 max-md:*:min-h-18 max-md:*:flex-col max-md:*:justify-center max-md:*:gap-1 max-md:*:px-1 max-md:*:py-1 max-md:*:text-center max-md:*:text-[0.875rem]/4'

/** Chooses one of the nine types, also by its number key. */
export const TypeChoice = (props: Omit<ChoiceGroupProps<PropertyType>, 'children'>) => (
  <ChoiceGroup numberKeys className={TILE_CLASSES} {...props}>
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
