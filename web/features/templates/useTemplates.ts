import { useMutation, useQuery } from '@apollo/client/react'
import { useCallback } from 'react'
import {
  type TemplateRowFragment,
  TemplatesDocument,
  type TemplateTag,
  UpdateTemplateDocument,
} from '../../gql/graphql.ts'
import { filenameOf, readBlob, saveFile } from '../../lib/rest.ts'
import { toastFailure, toastOutcome, useFailureToast } from '../../session/failureToasts.ts'
import { useRestClient } from '../../session/useRestClient.ts'

export type TemplateRow = TemplateRowFragment

export const FETCH_FAILED = 'Failed to load templates'

/** The team's templates, sorted by name and refetched on mount. */
export function useTemplates() {
  const { data, error, loading, refetch } = useQuery(TemplatesDocument, { fetchPolicy: 'cache-and-network' })
  useFailureToast(error, FETCH_FAILED)
  const refresh = useCallback(() => refetch().then(noop, noop), [refetch])
  return { templates: data?.templates, failed: Boolean(error), loading, refresh }
}

const noop = () => undefined

/** Downloads a template under its own name. */
export function useTemplateDownload(): (template: TemplateRow) => Promise<void> {
  const callRest = useRestClient()
  return useCallback(
    async ({ id, filename }) => {
      try {
        const response = await callRest(`/templates/download/${id}`)
        saveFile(await readBlob(response, noop), filenameOf(response, filename))
      } catch (error) {
        toastFailure(error, 'Failed to download template')
      }
    },
    [callRest],
  )
}

/** Changes the tag of a template. The list shows the new tag once it is saved. */
export function useTemplateTag({ id }: TemplateRow) {
  const [update, { loading }] = useMutation(UpdateTemplateDocument)
  const setTag = (tag: TemplateTag | null) =>
    toastOutcome(
      update({ variables: { id, input: { tag } } }),
      'Template updated',
      'Failed to update template',
      toastFailure,
    )
  return { setTag, saving: loading }
}
