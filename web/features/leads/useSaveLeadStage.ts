import { useMutation } from '@apollo/client/react'
import { useCallback } from 'react'
import { type LeadRowFragment, SetLeadStageDocument } from '../../gql/graphql.ts'
import { submitContext } from '../../session/outbox/useSubmit.ts'
import { useChangeLead } from './useChangeLead.ts'

/** Puts a lead into a stage, or into none with null, as `useChangeLead` does. */
export function useSaveLeadStage() {
  const [setStage] = useMutation(SetLeadStageDocument)
  const changeLead = useChangeLead()
  return useCallback(
    (id: string, stage: LeadRowFragment['stage']) => {
      const stageId = stage?.id ?? null
      return changeLead(
        id,
        { kind: 'LEAD_STAGE', leadStage: { leadId: id, stageId } },
        () => setStage({ variables: { ids: [id], stageId }, context: submitContext() }),
        { stage },
      )
    },
    [changeLead, setStage],
  )
}
