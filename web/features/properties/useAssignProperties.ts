import { useApolloClient } from '@apollo/client/react'
import { useCallback, useRef } from 'react'
import {
  AssignPropertiesDocument,
  type PropertyFilter,
  PropertyIdsDocument,
  type PropertyIdsQuery,
  type PropertyRowFragment,
} from '../../gql/graphql.ts'
import { changeWithUndo } from '../../lists/changeWithUndo.ts'
import { type Selection, useSelectAll } from '../../lists/useSelection.ts'
import { toastFailure } from '../../session/failureToasts.ts'
import { propertyList } from './propertyList.ts'

/** The server's limit of a request. */
const BATCH_SIZE = 1_000

interface PropertiesOfFilter {
  filter: PropertyFilter
  rows: readonly PropertyRowFragment[]
  total: number
  reload: () => unknown
}

/** Selects properties and assigns the selected ones. Remembers who they are assigned to, so that an assignment can be undone. */
export function useAssignProperties({ filter, rows, total, reload }: PropertiesOfFilter, selection: Selection) {
  const client = useApolloClient()
  const assignees = useRef(new Map<string, string | null>())
  const { select, clear } = selection
  const readIds = async () => {
    try {
      const found = await readAssignees(client, filter)
      for (const [id, userId] of found) assignees.current.set(id, userId)
      return [...found.keys()]
    } catch (error) {
      toastFailure(error, propertyList.failed)
      return null
    }
  }
  return {
    all: useSelectAll({ filter, rows, total, keyOf: propertyList.keyOf, readIds }, selection),
    onSelect: useCallback(
      (ids: readonly string[], selected: boolean) => {
        for (const { id, assignedTo } of rows) if (ids.includes(id)) assignees.current.set(id, assignedTo?.id ?? null)
        select(ids, selected)
      },
      [rows, select],
    ),
    assign: (userId: string | null) =>
      changeWithUndo([...selection.ids], {
        value: userId,
        readBefore: () => new Map([...selection.ids].map((id) => [id, assignees.current.get(id) ?? null])),
        save: async (ids, value) => {
          for (let start = 0; start < ids.length; start += BATCH_SIZE)
            await client.mutate({
              mutation: AssignPropertiesDocument,
              variables: { ids: ids.slice(start, start + BATCH_SIZE), userId: value },
            })
          clear()
        },
        onChanged: reload,
        done: 'Properties assigned',
        failed: 'Failed to assign properties',
      }),
  }
}

type Client = ReturnType<typeof useApolloClient>

/** Who the properties of a filter are assigned to, by their ids. */
async function readAssignees(client: Client, filter: PropertyFilter): Promise<Map<string, string | null>> {
  const found = new Map<string, string | null>()
  for (let after: string | null | undefined = null, hasMore = true; hasMore;) {
    const { data }: { data?: PropertyIdsQuery } = await client.query({
      query: PropertyIdsDocument,
      variables: { filter, after },
      fetchPolicy: 'no-cache',
    })
    if (!data) throw new Error('No answer')
    for (const { node } of data.properties.edges) found.set(node.id, node.assignedTo?.id ?? null)
    after = data.properties.pageInfo.endCursor
    hasMore = data.properties.pageInfo.hasNextPage
  }
  return found
}
