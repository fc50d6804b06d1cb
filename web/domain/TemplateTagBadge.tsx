import { type AnyPropertyType, propertyTypeLabel, propertyTypes, PropertyTypeIcon } from './PropertyTypeIcon.tsx'

/** The tags of templates: the nine service types, and six other kinds of letters (spec §9). */
export type AnyTemplateTag =
  | AnyPropertyType
  | 'DISCONTINUED_SHINGLE'
  | 'DISCONTINUED_SHINGLE_V2'
  | 'INSURANCE'
  | 'OLD_ROOFS'
  | 'REFERRAL'
  | 'FLYER'

const letterTags = [
  'DISCONTINUED_SHINGLE',
  'DISCONTINUED_SHINGLE_V2',
  'INSURANCE',
  'OLD_ROOFS',
  'REFERRAL',
  'FLYER',
] as const

/** The fifteen tags in the order of the specification. */
export const templateTags: readonly AnyTemplateTag[] = [...propertyTypes.map(({ value }) => value), ...letterTags]

const isPropertyType = (tag: AnyTemplateTag): tag is AnyPropertyType => !(letterTags as readonly string[]).includes(tag)

/** 'Storm Damage' for a service type, 'old_roofs' for other letters. */
export const templateTagLabel = (tag: AnyTemplateTag): string =>
  isPropertyType(tag) ? propertyTypeLabel(tag) : tag.toLowerCase()

/** The icon of a service type. Other letters have none. */
export function TemplateTagIcon({ tag }: { tag: AnyTemplateTag }) {
  return isPropertyType(tag) ? <PropertyTypeIcon type={tag} size={22} /> : null
}

/** Icon and label of a service type; the outlined tag of other letters. */
export function TemplateTagBadge({ tag }: { tag: AnyTemplateTag }) {
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
