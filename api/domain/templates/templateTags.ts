import { Refused } from '../errors.ts'
import { propertyTypes } from '../enums.ts'

/** The tags of templates: the nine service types and six other kinds of letters (spec §9). */
export const templateTags = [
  ...propertyTypes,
  'discontinued_shingle',
  'discontinued_shingle_v2',
  'insurance',
  'old_roofs',
  'referral',
  'flyer',
] as const
export type TemplateTag = (typeof templateTags)[number]

/** The text as a template tag. Throws `Refused` if it is none (design §6). */
export function parseTemplateTag(text: string, field = 'template_tag'): TemplateTag {
  const tag = templateTags.find((known) => known === text)
  if (!tag) throw new Refused(`'${text}' is not a template tag.`, { [field]: `One of ${templateTags.join(', ')}` })
  return tag
}
