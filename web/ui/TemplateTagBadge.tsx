import { type AnyPropertyType, propertyTypeLabel, propertyTypes, PropertyTypeIcon } from './PropertyTypeIcon.tsx'

/** Tags of templates: the nine service types, and six kinds of letters besides (spec §9). */
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

/** The fifteen in the order of the specification. */
export const templateTags: readonly AnyTemplateTag[] = [...propertyTypes.map(({ value }) => value), ...letterTags]

const isPropertyType = (tag: AnyTemplateTag): tag is AnyPropertyType => !(letterTags as readonly string[]).includes(tag)

/** 'Storm Damage' of a service type, 'old_roofs' of another kind of letter. */
export const templateTagLabel = (tag: AnyTemplateTag): string =>
  isPropertyType(tag) ? propertyTypeLabel(tag) : tag.toLowerCase()

/** The glyph of a service type; other kinds of letters have none. */
export function TemplateTagIcon({ tag }: { tag: AnyTemplateTag }) {
  return isPropertyType(tag) ? <PropertyTypeIcon type={tag} size={22} /> : null
}

/** Glyph and label of a service type, and the bare tag in a frame of another kind of letter. */
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
