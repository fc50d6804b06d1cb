import type { PropertyType, TemplateTag } from '../gql/graphql.ts'
import { propertyTypeLabel, propertyTypes, PropertyTypeIcon } from './PropertyTypeIcon.tsx'

const letterTags: readonly TemplateTag[] = [
  'DISCONTINUED_SHINGLE',
  'DISCONTINUED_SHINGLE_V2',
  'INSURANCE',
  'OLD_ROOFS',
  'REFERRAL',
  'FLYER',
]

/** The nine service types and six other kinds of letters, in the order of the specification (spec §9). */
export const templateTags: readonly TemplateTag[] = [...propertyTypes.map(({ value }) => value), ...letterTags]

const isPropertyType = (tag: TemplateTag): tag is PropertyType => !letterTags.includes(tag)

/** 'Storm Damage' for a service type, 'old_roofs' for other letters. */
export const templateTagLabel = (tag: TemplateTag): string =>
  isPropertyType(tag) ? propertyTypeLabel(tag) : tag.toLowerCase()

/** The icon of a service type. Other letters have none. */
export function TemplateTagIcon({ tag }: { tag: TemplateTag }) {
  return isPropertyType(tag) ? <PropertyTypeIcon type={tag} size={22} /> : null
}

/** Icon and label of a service type; the outlined tag of other letters. */
export function TemplateTagBadge({ tag }: { tag: TemplateTag }) {
  if (isPropertyType(tag))
    return (
      <span className="inline-flex items-center gap-2 align-middle whitespace-nowrap">
        <PropertyTypeIcon type={tag} size={22} />
        {propertyTypeLabel(tag)}
      </span>
    )
  return (
    <span className="inline-flex h-6 items-center rounded-badge border border-line-2 px-2 text-badge font-[550]">
      {templateTagLabel(tag)}
    </span>
  )
}
