import { useApolloClient } from '@apollo/client/react'
import { useCallback, useMemo, useState } from 'react'
import {
  AssignPropertiesDocument,
  type PropertyFilter,
  PropertyIdsDocument,
  type PropertyIdsQuery,
  type PropertyRowFragment,
} from '../../gql/graphql.ts'
import { toastUndo } from '../../lib/toasts.ts'
import { toastFailure, toastOutcome, toastReason } from '../../session/failureToasts.ts'

type Selected = ReadonlyMap<string, string | null>

/** The server's limit of a request. */
const BATCH_SIZE = 1_000
const NONE: Selected = new Map()

/**
 * The selected properties of a table, each with the user it is assigned to, so that an assignment can be undone. `refresh` reads
 * the list again.
 */
export function usePropertySelection(
  filter: PropertyFilter,
  rows: readonly PropertyRowFragment[],
  total: number,
  refresh: () => void,
) {
  const client = useApolloClient()
  const [selected, setSelected] = useState<Selected>(NONE)
  const [isBusy, setIsBusy] = useState(false)
  const ids = useMemo(() => new Set(selected.keys()), [selected])
  const clear = useCallback(() => setSelected(NONE), [])

  const onSelect = useCallback(
    (keys: readonly string[], isSelected: boolean) =>
      setSelected((before) => {
        const next = new Map(before)
        for (const key of keys) {
          if (isSelected) next.set(key, rows.find(({ id }) => id === key)?.assignedTo?.id ?? null)
          else next.delete(key)
        }
        return next
      }),
    [rows],
  )
  const toggleAll = async () => {
    if (selected.size >= total) return clear()
    setIsBusy(true)
    try {
      setSelected(await readAll(client, filter))
    } catch (error) {
      toastFailure(error, 'Failed to fetch properties')
    }
    setIsBusy(false)
  }
  const assign = async (userId: string | null) => {
    const before = selected
    try {
      await save(client, [...before.keys()], userId)
    } catch (error) {
      return toastReason(error, 'Failed to assign properties')
    }
    clear()
    refresh()
    const undo = async () => {
      const changed = [...before].filter(([, previous]) => previous !== userId)
      for (const [previous, entries] of Map.groupBy(changed, ([, assignee]) => assignee))
        await save(
          client,
          entries.map(([id]) => id),
          previous,
        )
    }
    toastUndo(
      'Properties assigned',
      () => void toastOutcome(undo(), 'Change undone', 'Failed to assign properties').then(refresh),
    )
  }
  const isMixed = selected.size > 0 && selected.size < total
  return {
    ids,
    onSelect,
    all: {
      checked: isMixed ? ('mixed' as const) : total > 0 && selected.size >= total,
      busy: isBusy,
      toggle: () => void toggleAll(),
    },
    assign,
    clear,
  }
}

type Client = ReturnType<typeof useApolloClient>

async function readAll(client: Client, filter: PropertyFilter): Promise<Selected> {
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

async function save(client: Client, ids: readonly string[], userId: string | null): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH_SIZE)
    await client.mutate({
      mutation: AssignPropertiesDocument,
      variables: { ids: ids.slice(start, start + BATCH_SIZE), userId },
    })
}
