import { useApolloClient, useMutation } from '@apollo/client/react'
import { useCallback } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { LeadAddressFragmentDoc, type LeadStatus, UpdateLeadStatusDocument } from '../../gql/graphql.ts'
import { useOutbox } from '../../session/outbox/useOutbox.ts'
import { submitContext, useSubmit } from '../../session/outbox/useSubmit.ts'

/**
 * Saves the status of a lead, or stores it in the outbox without a connection. It is shown at once wherever the lead is, until the server
 * refuses it. Sends `version` as the one that the user saw, if it is known; while another status of the lead is being saved it is about to
 * change, and the outbox does not have it. Resolves to the new version, or to 'waiting' if it is in the outbox, and throws the server's refusal.
 */
export function useSaveLeadStatus(): (
  id: string,
  status: LeadStatus,
  version?: number,
) => Promise<number | 'waiting' | undefined> {
  const { cache } = useApolloClient()
  const [updateStatus] = useMutation(UpdateLeadStatusDocument)
  const submit = useSubmit()
  const outbox = useOutbox()
  return useCallback(
    async (id, status, version) => {
      const cacheId = cache.identify({ __typename: 'Lead', id })
      const lead = cache.readFragment({ id: cacheId, fragment: LeadAddressFragmentDoc })
      const action = {
        id: uuidv7(),
        kind: 'STATUS' as const,
        occurredAt: new Date().toISOString(),
        dependsOn: [id],
        status: { leadId: id, status },
      }
      const isBeingSaved = outbox.state().direct.some((item) => item.action.status?.leadId === id)
      const ifVersion = isBeingSaved ? null : (version ?? null)
      const saved = await submit({ action, title: lead?.address ?? 'Lead' }, () =>
        updateStatus({ variables: { id, status, ifVersion }, context: submitContext() }),
      )
      return saved === 'waiting' ? saved : saved.data?.updateLead.version
    },
    [cache, submit, updateStatus, outbox],
  )
}
