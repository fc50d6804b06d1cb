import { useApolloClient, useMutation } from '@apollo/client/react'
import { useCallback } from 'react'
import { v7 as uuidv7 } from 'uuid'
import {
  LeadAddressFragmentDoc,
  type LeadStatus,
  UpdateLeadStatusDocument,
  type UpdateLeadStatusMutation,
} from '../../gql/graphql.ts'
import { submitContext, useSubmit } from '../../session/outbox/useSubmit.ts'

/**
 * Saves the status of a lead, or stores it in the outbox without a connection. The cache shows it at once, and the status
 * before if the server refuses it. Sends `version` as the one that the user saw, if it is known; the outbox does not have it.
 * Resolves to the new version, or to 'waiting' if it is in the outbox, and throws the server's refusal.
 */
export function useSaveLeadStatus(): (
  id: string,
  status: LeadStatus,
  version?: number,
) => Promise<number | 'waiting' | undefined> {
  const { cache } = useApolloClient()
  const [updateStatus] = useMutation(UpdateLeadStatusDocument)
  const submit = useSubmit()
  return useCallback(
    async (id, status, version) => {
      // The cache finds the lead by its type and id.
      const optimisticResponse = {
        updateLead: { __typename: 'Lead', id, status, version: version ?? 0 },
      } as UpdateLeadStatusMutation
      const cacheId = cache.identify({ __typename: 'Lead', id })
      const lead = cache.readFragment({ id: cacheId, fragment: LeadAddressFragmentDoc })
      const action = {
        id: uuidv7(),
        kind: 'STATUS' as const,
        occurredAt: new Date().toISOString(),
        dependsOn: [id],
        status: { leadId: id, status },
      }
      const saved = await submit({ action, title: lead?.address ?? 'Lead' }, () =>
        updateStatus({
          variables: { id, status, ifVersion: version ?? null },
          optimisticResponse,
          context: submitContext(),
        }),
      )
      if (saved !== 'waiting') return saved.data?.updateLead.version
      cache.modify<{ status: LeadStatus }>({
        id: cacheId,
        fields: { status: () => status },
      })
      return saved
    },
    [cache, submit, updateStatus],
  )
}
