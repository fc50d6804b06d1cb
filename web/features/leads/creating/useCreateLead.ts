import { useMutation } from '@apollo/client/react'
import { v7 as uuidv7 } from 'uuid'
import { CreateLeadDocument, type CreateLeadInput } from '../../../gql/graphql.ts'
import { useBusy } from '../../../lib/useBusy.ts'
import { toastSuccess } from '../../../lib/toasts.ts'
import { toastReason } from '../../../session/failureToasts.ts'
import type { OutboxItem } from '../../../session/outbox/outboxItems.ts'
import { pendingIdAt } from '../../../session/outbox/pendingIdAt.ts'
import { useOutbox } from '../../../session/outbox/useOutbox.ts'
import { submitContext, useSubmit } from '../../../session/outbox/useSubmit.ts'

/** A lead that the server or the outbox has. */
export interface CreatedLead {
  id: string
  propertyId: string
  /** Whether it waits in the outbox, because there is no connection. */
  isWaiting: boolean
}

/** A property that was sent longer ago is not used, because somebody may have deleted it since. */
const RECENT_MS = 10 * 60_000

/**
 * Creates a lead and shows a toast. `title` names the property in the list of what waits. `create` resolves to undefined
 * after a failure.
 */
export function useCreateLead() {
  const [createLead] = useMutation(CreateLeadDocument)
  const creating = useBusy()
  const submit = useSubmit()
  const outbox = useOutbox()
  const create = async (wanted: CreateLeadInput, title: string): Promise<CreatedLead | undefined> => {
    const { items, sent } = outbox.state()
    const isRecent = ({ sentAt = 0 }: OutboxItem) => Date.now() - sentAt < RECENT_MS
    const input = ofSavedProperty(wanted, [...items, ...sent.filter(isRecent)])
    const newProperty = input.newProperty && { ...input.newProperty, id: uuidv7() }
    const lead = { ...input, id: uuidv7(), ...(newProperty && { newProperty }) }
    const propertyId = String(newProperty?.id ?? input.propertyId)
    const action = {
      id: lead.id,
      kind: 'LEAD' as const,
      occurredAt: new Date().toISOString(),
      dependsOn: newProperty ? [] : [propertyId],
      lead,
    }
    try {
      const result = await submit({ action, propertyId, title }, () =>
        createLead({ variables: { input: lead }, context: submitContext() }),
      )
      if (result === 'waiting') return { id: lead.id, propertyId, isWaiting: true }
      if (!result.data) throw new Error('No answer')
      toastSuccess(input.priority === 'HIGH' ? 'High priority lead created' : 'Normal lead created')
      return { ...result.data.createLead, isWaiting: false }
    } catch (error) {
      toastReason(error, 'Failed to create lead')
      return undefined
    }
  }
  return {
    create: (wanted: CreateLeadInput, title: string) => creating.run(() => create(wanted, title)),
    creating: creating.busy,
  }
}

/** The lead of a property that this device has saved since the dialog opened, as by a knock, is one of the saved property. */
function ofSavedProperty(input: CreateLeadInput, items: readonly OutboxItem[]): CreateLeadInput {
  const { newProperty, ...lead } = input
  const propertyId = newProperty && pendingIdAt(items, newProperty)
  return propertyId ? { ...lead, propertyId } : input
}
