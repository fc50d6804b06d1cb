import { useMutation, useQuery } from '@apollo/client/react'
import { useCallback, useEffect } from 'react'
import { DeleteTemplateDocument, type TemplateRowFragment, TemplatesDocument } from '../../gql/graphql.ts'
import { filenameOf, readFile, saveFile } from '../../lib/rest.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { tellFailure } from '../../session/failures.ts'
import { useRest } from '../../session/useRest.ts'

export type TemplateRow = TemplateRowFragment

export const FETCH_FAILED = 'Failed to load templates'

/** The team's templates by name, read again when the screen opens and whenever it is asked for. */
export function useTemplates() {
  const { data, error, loading, refetch } = useQuery(TemplatesDocument, { fetchPolicy: 'cache-and-network' })
  useEffect(() => {
    if (error) tellFailure(error, FETCH_FAILED)
  }, [error])
  const reread = useCallback(() => refetch().then(nothing, nothing), [refetch])
  return { templates: data?.templates, failed: Boolean(error), loading, reread }
}

const nothing = () => undefined

/** Downloads a template under its own name. */
export function useTemplateDownload(): (template: TemplateRow) => Promise<void> {
  const callRest = useRest()
  return useCallback(
    async ({ id, filename }) => {
      try {
        const response = await callRest(`/templates/download/${id}`)
        saveFile(await readFile(response, nothing), filenameOf(response, filename))
      } catch (error) {
        tellFailure(error, 'Failed to download template')
      }
    },
    [callRest],
  )
}

/** Deletes a template; true when it is gone. */
export function useTemplateDeletion() {
  const [deleteTemplate, { loading }] = useMutation(DeleteTemplateDocument, {
    refetchQueries: [TemplatesDocument],
    awaitRefetchQueries: true,
  })
  const remove = async (id: string): Promise<boolean> => {
    try {
      await deleteTemplate({ variables: { id } })
      toastSuccess('Template deleted')
      return true
    } catch (error) {
      tellFailure(error, 'Failed to delete template')
      return false
    }
  }
  return { remove, deleting: loading }
}
