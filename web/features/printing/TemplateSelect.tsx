import type { TemplateTag } from '../../gql/graphql.ts'
import { Select } from '../../ui/Select.tsx'
import type { useTemplateTags } from './useTemplateTags.ts'

interface TemplateSelectProps {
  tags: ReturnType<typeof useTemplateTags>
  value: TemplateTag | null
  onChange: (tag: TemplateTag) => void
  disabled?: boolean
}

/** Chooses a template by its tag and filename. */
export function TemplateSelect({
  tags: { options = [], entries, loading },
  value,
  onChange,
  disabled,
}: TemplateSelectProps) {
  const hasNone = entries?.length === 0
  return (
    <Select
      label="Template"
      options={options}
      value={value}
      onChange={onChange}
      placeholder={loading ? 'Loading templates' : hasNone ? 'No templates yet' : 'Choose a template'}
      disabled={disabled || options.length === 0}
      hint={hasNone && 'A template can be chosen once one with a tag is uploaded.'}
    />
  )
}
