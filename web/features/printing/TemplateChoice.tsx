import type { TemplateTag } from '../../gql/graphql.ts'
import { Select } from '../../ui/Select.tsx'
import type { useTemplateTags } from './useTemplateTags.ts'

interface TemplateChoiceProps {
  tags: ReturnType<typeof useTemplateTags>
  value: TemplateTag | null
  onChange: (tag: TemplateTag) => void
  disabled?: boolean
}

/** Which template: by its tag, its file beside it. */
export function TemplateChoice({
  tags: { options = [], entries, loading },
  value,
  onChange,
  disabled,
}: TemplateChoiceProps) {
  const none = entries?.length === 0
  return (
    <Select
      label="Template"
      options={options}
      value={value}
      onChange={onChange}
      placeholder={loading ? 'Loading templates' : none ? 'No templates yet' : 'Choose a template'}
      disabled={disabled || options.length === 0}
      {...(none ? { hint: 'A template can be chosen once one with a tag is uploaded.' } : {})}
    />
  )
}
