import { Refused } from './errors.ts'
import { propertyTypes } from './enums.ts'

/** What a template may be for: the nine service types and six kinds of letter besides (spec §9). */
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

/** The tag that a text names; `Refused` for any other (design §6). */
export function parseTemplateTag(text: string, field = 'template_tag'): TemplateTag {
  const found = templateTags.find((one) => one === text)
  if (!found) throw new Refused(`'${text}' is not a template tag.`, { [field]: `One of ${templateTags.join(', ')}` })
  return found
}
