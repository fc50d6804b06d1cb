import { useQuery } from '@apollo/client/react'
import { type TemplateTag, TemplateTagsDocument } from '../../gql/graphql.ts'
import { useFailureToast } from '../../session/failureToasts.ts'
import type { SelectOption } from '../../ui/Select.tsx'
import { TemplateTagIcon } from '../../domain/TemplateTagBadge.tsx'

/**
 * The tags that have a template, with its filename; refetched on mount. `failureMessage` is the toast on failure, which
 * differs between screens (spec §8).
 */
export function useTemplateTags(failureMessage = 'Failed to fetch template tags') {
  const { data, error, loading } = useQuery(TemplateTagsDocument, { fetchPolicy: 'cache-and-network' })
  useFailureToast(error, failureMessage)
  const entries = data?.templateTags
  return {
    entries,
    options: entries?.map(({ tag, template }): SelectOption<TemplateTag> => ({
      value: tag,
      label: tag.toLowerCase(),
      detail: template,
      icon: TemplateTagIcon({ tag }),
    })),
    loading: loading && !data,
  }
}
