import type { TemplateTag } from '../../gql/graphql.ts'
import type { SelectOption } from '../../ui/Select.tsx'
import { TemplateTagIcon, templateTagLabel, templateTags } from '../../domain/TemplateTagIcon.tsx'

/** Stands for no tag, because option values must not be empty. */
const NO_TAG = 'NONE'

export type TagChoice = TemplateTag | typeof NO_TAG

/** 'No tag' and the fifteen tags, for a select. */
export const tagOptions: SelectOption<TagChoice>[] = [
  { value: NO_TAG, label: 'No tag' },
  ...templateTags.map((tag) => ({ value: tag, label: templateTagLabel(tag), icon: <TemplateTagIcon tag={tag} /> })),
]

export const toTagChoice = (tag: TemplateTag | null): TagChoice => tag ?? NO_TAG

export const toTag = (choice: TagChoice): TemplateTag | null => (choice === NO_TAG ? null : choice)
