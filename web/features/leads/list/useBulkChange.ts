import { useApolloClient } from '@apollo/client/react'
import { useCallback } from 'react'
import {
  AssignLeadsDocument,
  type LeadStatus,
  LeadValuesDocument,
  type LeadValuesQuery,
  type Priority,
  type PropertyType,
  RetagLeadsDocument,
  SetLeadPriorityDocument,
  SetLeadStatusDocument,
} from '../../../gql/graphql.ts'
import { changeWithUndo } from '../../../lists/changeWithUndo.ts'
import { toastFailure, toastReason } from '../../../session/failureToasts.ts'
import { useNotifyLeadsChanged } from '../LeadsLiveProvider.tsx'

/** A change of many leads to the same value. */
export type BulkChange =
  | { field: 'status'; value: LeadStatus }
  | { field: 'priority'; value: Priority }
  | { field: 'tag'; value: PropertyType }
  /** The id of a user; null for nobody. */
  | { field: 'assignee'; value: string | null }

type LeadValues = LeadValuesQuery['leads']['edges'][number]['node']

const texts = {
  status: { done: 'Lead status updated', failed: 'Failed to update status', showFailure: toastReason },
  priority: { done: 'Lead priority updated', failed: 'Failed to update priority', showFailure: toastReason },
  assignee: { done: 'Leads assigned', failed: 'Failed to assign leads', showFailure: toastReason },
  tag: { done: 'Lead tags updated', failed: 'Failed to update lead tags', showFailure: toastFailure },
}

/**
 * Returns a function that sets one value of many leads. Its toast offers to undo that, with one request for each value that they
 * had. Resolves to whether the change is saved.
 */
export function useBulkChange(): (ids: readonly string[], change: BulkChange) => Promise<boolean> {
  const client = useApolloClient()
  const notifyChanged = useNotifyLeadsChanged()
  return useCallback(
    (ids, change) => {
      const save = ({ field, value }: BulkChange, leadIds: string[]) => {
        if (field === 'status')
          return client.mutate({ mutation: SetLeadStatusDocument, variables: { ids: leadIds, status: value } })
        if (field === 'priority')
          return client.mutate({ mutation: SetLeadPriorityDocument, variables: { ids: leadIds, priority: value } })
        if (field === 'assignee')
          return client.mutate({ mutation: AssignLeadsDocument, variables: { ids: leadIds, userId: value } })
        return client.mutate({ mutation: RetagLeadsDocument, variables: { ids: leadIds, tag: value } })
      }
      return changeWithUndo<BulkChange['value']>(ids, {
        value: change.value,
        readBefore: async () =>
          new Map((await readValues(client, ids)).map((lead) => [lead.id, valueOf(lead, change.field)])),
        save: (leadIds, value) => save({ field: change.field, value } as BulkChange, [...leadIds]),
        onChanged: notifyChanged,
        ...texts[change.field],
      })
    },
    [client, notifyChanged],
  )
}

const valueOf = (lead: LeadValues, field: BulkChange['field']) =>
  field === 'assignee' ? (lead.assignedTo?.id ?? null) : lead[field]

/** What the leads are before a change, so that it can be undone. */
async function readValues(client: ReturnType<typeof useApolloClient>, ids: readonly string[]): Promise<LeadValues[]> {
  const found: LeadValues[] = []
  for (let after: string | null | undefined = null, hasMore = true; hasMore;) {
    const { data }: { data?: LeadValuesQuery } = await client.query({
      query: LeadValuesDocument,
      variables: { filter: { ids: [...ids] }, after },
      fetchPolicy: 'no-cache',
    })
    if (!data) throw new Error('No answer')
    found.push(...data.leads.edges.map(({ node }) => node))
    after = data.leads.pageInfo.endCursor
    hasMore = data.leads.pageInfo.hasNextPage
  }
  return found
}
