import { useQuery } from '@apollo/client/react'
import { type PrintableTemplatesQuery, PrintableTemplatesDocument, type TemplateTag } from '../../gql/graphql.ts'
import { useFailureToast } from '../../session/failureToasts.ts'
import type { SelectOption } from '../../ui/Select.tsx'
import { TemplateTagIcon, templateTagLabel } from '../../domain/TemplateTagIcon.tsx'

export type PrintableTemplate = PrintableTemplatesQuery['printableTemplates'][number]

/**
 * The templates to print from, as options by id; refetched on mount. `failureMessage` is the toast on failure, which
 * differs between screens (spec §8).
 */
export function usePrintableTemplates(failureMessage = 'Failed to fetch template tags') {
  const { data, error, loading } = useQuery(PrintableTemplatesDocument, { fetchPolicy: 'cache-and-network' })
  useFailureToast(error, failureMessage)
  const templates = data?.printableTemplates
  return {
    templates,
    options: templates?.map(({ id, filename, tag }): SelectOption<string> => ({
      value: id,
      label: filename,
      detail: tag ? templateTagLabel(tag) : 'No tag',
      icon: tag && TemplateTagIcon({ tag }),
    })),
    loading: loading && !data,
  }
}

/** The newest template with the tag, which is preselected for leads with it. */
export function findTemplateOfTag(
  templates: readonly PrintableTemplate[] | undefined,
  tag: TemplateTag | null,
): PrintableTemplate | undefined {
  return templates
    ?.filter((template) => tag !== null && template.tag === tag)
    .toSorted((a, b) => b.modifiedAt.localeCompare(a.modifiedAt))[0]
}
