import { Mail } from 'lucide-react'
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

/** The icon of a service type, or an envelope for other letters, so that the names of tags stand below each other. */
export function TemplateTagIcon({ tag }: { tag: TemplateTag }) {
  if (isPropertyType(tag)) return <PropertyTypeIcon type={tag} size={22} />
  return (
    <span className="flex size-[22px] shrink-0 items-center justify-center rounded-badge bg-mute-tint text-mute">
      <Mail aria-hidden size={14} />
    </span>
  )
}
