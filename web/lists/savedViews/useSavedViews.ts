import { useApolloClient, useQuery } from '@apollo/client/react'
import {
  CreateSavedViewDocument,
  type CreateSavedViewInput,
  DeleteSavedViewDocument,
  SavedViewsDocument,
  UpdateSavedViewDocument,
  type UpdateSavedViewInput,
  type ViewList,
} from '../../gql/graphql.ts'
import { toastOutcome } from '../../session/failureToasts.ts'

/** The saved views of a list, and functions that change them. Each resolves to whether it succeeded, and shows a toast. */
export function useSavedViews(list: ViewList) {
  const client = useApolloClient()
  const { data, refetch } = useQuery(SavedViewsDocument, { variables: { list }, fetchPolicy: 'cache-and-network' })
  const run = async (change: Promise<unknown>, done: string, failed: string) => {
    const isDone = await toastOutcome(change, done, failed)
    if (isDone) await refetch().catch(() => undefined)
    return isDone
  }
  return {
    /** Undefined until they are loaded. */
    views: data?.savedViews,
    create: (input: CreateSavedViewInput) =>
      run(
        client.mutate({ mutation: CreateSavedViewDocument, variables: { input } }),
        'View saved',
        'Failed to save the view',
      ),
    update: (id: string, input: UpdateSavedViewInput) =>
      run(
        client.mutate({ mutation: UpdateSavedViewDocument, variables: { id, input } }),
        'View updated',
        'Failed to update the view',
      ),
    remove: (id: string) =>
      run(
        client.mutate({ mutation: DeleteSavedViewDocument, variables: { id } }),
        'View deleted',
        'Failed to delete the view',
      ),
  }
}
