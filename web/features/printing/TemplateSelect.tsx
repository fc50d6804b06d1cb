import { Link } from 'react-router-dom'
import { Select } from '../../ui/Select.tsx'
import type { usePrintableTemplates } from './usePrintableTemplates.ts'

interface TemplateSelectProps {
  templates: ReturnType<typeof usePrintableTemplates>
  /** The id of the chosen template. */
  value: string | null
  onChange: (id: string) => void
  disabled?: boolean
}

/** Chooses a template by its file name, which is shown with its tag. */
export function TemplateSelect({
  templates: { options = [], templates, loading },
  value,
  onChange,
  disabled,
}: TemplateSelectProps) {
  const hasNone = templates?.length === 0
  return (
    <Select
      label="Template"
      options={options}
      value={value}
      onChange={onChange}
      placeholder={loading ? 'Loading templates' : hasNone ? 'No templates yet' : 'Choose a template'}
      disabled={disabled || options.length === 0}
      hint={
        hasNone && (
          <>
            <Link to="/templates" className="link">
              Add a template
            </Link>{' '}
            first.
          </>
        )
      }
    />
  )
}
