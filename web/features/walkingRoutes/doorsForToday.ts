import type { ApolloClient } from '@apollo/client'
import {
  MyDoorsForTodayDocument,
  type MyDoorsForTodayQuery,
  ReturnDoorsDocument,
  TakeNearestDoorsDocument,
} from '../../gql/graphql.ts'
import type { Point } from '../../lib/distance.ts'
import { errorCode } from '../../lib/errors.ts'
import { toastError, toastInfo, toastSuccess } from '../../lib/toasts.ts'
import { toastFailureWithReason } from '../../session/failureToasts.ts'

export type DoorsForToday = MyDoorsForTodayQuery['myDoorsForToday']

/**
 * The doors that the user has taken for today; undefined if this device does not know them. Each answer of the server is stored for when there is
 * no connection.
 */
export async function readDoorsForToday(client: ApolloClient): Promise<DoorsForToday | undefined> {
  const query = MyDoorsForTodayDocument
  const answer = await client.query({ query, fetchPolicy: 'network-only' }).catch(() => undefined)
  const found = (answer?.data ?? client.readQuery({ query }))?.myDoorsForToday
  // A stored answer may be of a day before.
  return found?.until && Date.parse(found.until) <= Date.now() ? { ...found, doors: [], until: null } : found
}

/** Takes the nearest doors, and returns the ids of their properties. Tells the user why if there are none. */
export async function takeNearestDoors(client: ApolloClient, { lat, lng }: Point): Promise<string[]> {
  try {
    const { data } = await client.mutate({
      ...{ mutation: TakeNearestDoorsDocument, variables: { input: { from: { lat, lng } } } },
    })
    await readDoorsForToday(client)
    const ids = (data?.takeNearestDoors.doors ?? []).flatMap(({ propertyId }) => propertyId ?? [])
    if (ids.length === 0) toastInfo('No open doors nearby that nobody has. Save some, or ask for a territory.')
    return ids
  } catch (error) {
    const text = 'Taking doors needs a connection. Try again when you have one.'
    if (isUnreachable(error)) toastError(text)
    else toastFailureWithReason(error, 'Failed to take doors')
    return []
  }
}

/** Gives the doors back. Resolves to whether that succeeded. */
export async function returnDoors(client: ApolloClient): Promise<boolean> {
  try {
    await client.mutate({ mutation: ReturnDoorsDocument })
    await readDoorsForToday(client)
    toastSuccess('Doors given back')
    return true
  } catch (error) {
    const text = 'Giving doors back needs a connection. Tonight they return by themselves.'
    if (isUnreachable(error)) toastError(text)
    else toastFailureWithReason(error, 'Failed to give the doors back')
    return false
  }
}

const isUnreachable = (error: unknown) => ['NETWORK', 'UNAVAILABLE'].includes(errorCode(error))
