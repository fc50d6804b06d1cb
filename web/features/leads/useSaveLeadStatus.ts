import { useMutation } from '@apollo/client/react'
import { useCallback } from 'react'
import { type LeadStatus, UpdateLeadStatusDocument } from '../../gql/graphql.ts'
import { changedLeadOf } from '../../session/outbox/outboxItems.ts'
import { useOutbox } from '../../session/outbox/useOutbox.ts'
import { submitContext } from '../../session/outbox/useSubmit.ts'
import { useChangeLead } from './useChangeLead.ts'

/**
 * Saves the status of a lead as `useChangeLead` does. Sends `version` as the one that the user saw, if it is known; while another change of
 * the lead is being saved it is about to change, and the outbox does not have it. Resolves to the new version, or to 'waiting' if it is
 * in the outbox.
 */
export function useSaveLeadStatus(): (
  id: string,
  status: LeadStatus,
  version?: number,
) => Promise<number | 'waiting' | undefined> {
  const [updateStatus] = useMutation(UpdateLeadStatusDocument)
  const changeLead = useChangeLead()
  const outbox = useOutbox()
  return useCallback(
    async (id, status, version) => {
      const isBeingSaved = outbox.state().direct.some((item) => changedLeadOf(item) === id)
      const ifVersion = isBeingSaved ? null : (version ?? null)
      const saved = await changeLead(id, { kind: 'STATUS', status: { leadId: id, status } }, () =>
        updateStatus({ variables: { id, status, ifVersion }, context: submitContext() }),
      )
      return saved === 'waiting' ? saved : saved.data?.updateLead.version
    },
    [changeLead, updateStatus, outbox],
  )
}
