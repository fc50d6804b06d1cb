import { useApolloClient } from '@apollo/client/react'
import { useCallback } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { LeadAddressFragmentDoc } from '../../gql/graphql.ts'
import type { NewOutboxItem, OutboxAction } from '../../session/outbox/outboxItems.ts'
import { useSubmit } from '../../session/outbox/useSubmit.ts'

type LeadChange = Pick<OutboxAction, 'kind' | 'status' | 'leadWork' | 'leadStage' | 'leadNote'>

/**
 * Changes a lead by `mutate`, which gets the id of the action, or stores the change in the outbox without a connection. It is shown at once
 * wherever the lead is, with the person and the stage in `shown`, until the server refuses it. Resolves to the answer, or to 'waiting' if
 * the change is in the outbox, and throws the server's refusal.
 */
export function useChangeLead() {
  const { cache } = useApolloClient()
  const submit = useSubmit()
  return useCallback(
    <Answer>(
      leadId: string,
      change: LeadChange,
      mutate: (actionId: string) => Promise<Answer>,
      shown: Pick<NewOutboxItem, 'assignedTo' | 'stage'> = {},
    ): Promise<Answer | 'waiting'> => {
      const cacheId = cache.identify({ __typename: 'Lead', id: leadId })
      const lead = cache.readFragment({ id: cacheId, fragment: LeadAddressFragmentDoc })
      const action = { id: uuidv7(), occurredAt: new Date().toISOString(), dependsOn: [leadId], ...change }
      return submit({ action, title: lead?.address ?? 'Lead', ...shown }, () => mutate(action.id))
    },
    [cache, submit],
  )
}
