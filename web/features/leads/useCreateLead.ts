import { useMutation } from '@apollo/client/react'
import { CreateLeadDocument, type CreateLeadInput, type CreateLeadMutation } from '../../gql/graphql.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { toastReason } from '../../session/failureToasts.ts'

export type CreatedLead = CreateLeadMutation['createLead']

/** Creates a lead and shows a toast. `create` returns undefined after a failure. */
export function useCreateLead() {
  const [createLead, { loading: creating }] = useMutation(CreateLeadDocument)
  const create = async (input: CreateLeadInput): Promise<CreatedLead | undefined> => {
    try {
      const { data } = await createLead({ variables: { input } })
      if (!data) throw new Error('No answer')
      toastSuccess(input.priority === 'HIGH' ? 'High priority lead created' : 'Normal lead created')
      return data.createLead
    } catch (error) {
      toastReason(error, 'Failed to create lead')
      return undefined
    }
  }
  return { create, creating }
}
