import { useMutation, useQuery } from '@apollo/client/react'
import { useCallback } from 'react'
import {
  type TemplateRowFragment,
  TemplatesDocument,
  UpdateTemplateDocument,
  type UpdateTemplateInput,
} from '../../gql/graphql.ts'
import { filenameOf, readBlob, saveFile } from '../../lib/rest.ts'
import { toastFailure, toastOutcome, useFailureToast } from '../../session/failureToasts.ts'
import { LONG_REQUEST_TIMEOUT_MS } from '../../lib/timeout.ts'
import { useRestClient } from '../../session/person/useRestClient.ts'

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
        const response = await callRest(`/templates/download/${id}`, { timeoutMs: LONG_REQUEST_TIMEOUT_MS })
        saveFile(await readBlob(response, noop), filenameOf(response, filename))
      } catch (error) {
        toastFailure(error, 'Failed to download template')
      }
    },
    [callRest],
  )
}

/** Renames a template or changes its tag. The list, which is sorted by name, shows the change once it is saved. */
export function useTemplateUpdate({ id }: TemplateRow) {
  const [send, { loading }] = useMutation(UpdateTemplateDocument)
  const update = (input: UpdateTemplateInput, showFailure = toastFailure) =>
    toastOutcome(
      send({ variables: { id, input }, refetchQueries: input.name ? [TemplatesDocument] : [] }),
      'Template updated',
      'Failed to update template',
      showFailure,
    )
  return { update, saving: loading }
}
