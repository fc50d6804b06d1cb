import { useMutation } from '@apollo/client/react'
import { v7 as uuidv7 } from 'uuid'
import { CreateLeadDocument, type CreateLeadInput } from '../../../gql/graphql.ts'
import { toastSuccess } from '../../../lib/toasts.ts'
import { toastReason } from '../../../session/failureToasts.ts'
import { submitContext, useSubmit } from '../../../session/outbox/useSubmit.ts'

/** A lead that the server or the outbox has. */
export interface CreatedLead {
  id: string
  propertyId: string
  /** Whether it waits in the outbox, because there is no connection. */
  isWaiting: boolean
}

/**
 * Creates a lead and shows a toast. `title` names the property in the list of what waits. `create` resolves to undefined
 * after a failure.
 */
export function useCreateLead() {
  const [createLead, { loading: creating }] = useMutation(CreateLeadDocument)
  const submit = useSubmit()
  const create = async (input: CreateLeadInput, title: string): Promise<CreatedLead | undefined> => {
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
  return { create, creating }
}
