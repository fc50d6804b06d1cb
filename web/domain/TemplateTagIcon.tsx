import type { PropertyType, TemplateTag } from '../gql/graphql.ts'
import { propertyTypes, PropertyTypeIcon } from './PropertyTypeIcon.tsx'
import { propertyTypeLabels } from './labels.ts'

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
  isPropertyType(tag) ? propertyTypeLabels[tag] : tag.toLowerCase()

/** The icon of a service type. Other letters have none. */
export function TemplateTagIcon({ tag }: { tag: TemplateTag }) {
  return isPropertyType(tag) ? <PropertyTypeIcon type={tag} size={22} /> : null
}
