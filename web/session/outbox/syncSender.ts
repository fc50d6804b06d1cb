import type { ApolloClient } from '@apollo/client'
import { findSavedProperty } from '../../domain/findSavedProperty.ts'
import { RefreshOwnerDocument, type SyncActionInput, SyncDocument } from '../../gql/graphql.ts'
import { errorCode, errorMessage } from '../../lib/errors.ts'
import type { RestClient } from '../person/useRestClient.ts'
import { type OutboxSender, SendError } from './outboxSender.ts'
import { newPropertyOf, type OutboxItem } from './outboxItems.ts'

/** A request without a response would block the items behind it. */
const REQUEST_TIMEOUT_MS = 30_000

/** Sends the outbox with the `sync` mutation, and photos over REST. */
export function createSyncSender(client: ApolloClient, callRest: RestClient): OutboxSender {
  return {
    send: async (items) => {
      try {
        const { data } = await client.mutate({
          mutation: SyncDocument,
          variables: { actions: items.map(toActionInput) },
          context: { fetchOptions: { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) } },
        })
        return data?.sync ?? []
      } catch (error) {
        throw toSendError(error)
      }
    },
    upload: async (item) => {
      const { id, photo } = item.photos![0]!
      const body = new FormData()
      body.set('file', photo)
      try {
        const response = await callRest('/photos', {
          method: 'POST',
          body,
          headers: { 'idempotency-key': `photo ${id}` },
          signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        })
        return withUploaded(item, ((await response.json()) as { data: { id: string } }).data.id)
      } catch (error) {
        if (['BAD_USER_INPUT', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'].includes(errorCode(error)))
          return { refusal: { code: errorCode(error), message: errorMessage(error) } }
        throw toSendError(error)
      }
    },
    onApplied: (applied) => {
      // The answer to the first request may have been lost, so that a repeated one counts as well.
      void completeOwners(client, applied)
    },
    findSavedProperty: async (item) => {
      const property = newPropertyOf(item)
      try {
        return property ? (await findSavedProperty(client, property))?.id : undefined
      } catch (error) {
        throw toSendError(error)
      }
    },
  }
}

/** The action as the server takes it. The id of a knock is also its event id, so that a repeat is known as one. */
function toActionInput({ action }: OutboxItem): SyncActionInput {
  const { dependsOn, knock, ...rest } = action
  return {
    ...rest,
    ...(dependsOn && { dependsOn: [...dependsOn] }),
    ...(knock && { knock: { ...knock, eventId: action.id, occurredAt: action.occurredAt } }),
  }
}

function toSendError(error: unknown): SendError {
  const message = errorMessage(error, 'Something went wrong on the server.')
  switch (errorCode(error)) {
    case 'NETWORK':
      return new SendError('unreachable', 'No connection')
    case 'UNAVAILABLE':
    case 'RATE_LIMITED':
      return new SendError('unreachable', message)
    case 'UNAUTHENTICATED':
    case 'FORBIDDEN':
    case 'PASSWORD_CHANGE_REQUIRED':
    case 'MOCK_DATA':
      return new SendError('stopped', message)
    default:
      return new SendError('server', message)
  }
}

/** The item after the upload of its first photo, which has the id `photoId` on the server. */
export function withUploaded(item: OutboxItem, photoId: string): OutboxItem {
  const [, ...photos] = item.photos!
  const knock = item.action.knock!
  const action = { ...item.action, knock: { ...knock, photoIds: [...(knock.photoIds ?? []), photoId] } }
  return { ...item, action, photos: photos.length > 0 ? photos : undefined }
}

/**
 * Looks up the owners of the properties that were saved without one and without a parcel, such as from a saved area, once
 * each. A failure changes nothing: the property's editor can look the owner up, too.
 */
async function completeOwners(client: ApolloClient, applied: readonly OutboxItem[]): Promise<void> {
  for (const property of applied.map(newPropertyOf))
    if (property?.id && !property.ownerSource && !property.parcelId)
      await client.mutate({ mutation: RefreshOwnerDocument, variables: { id: property.id } }).catch(() => undefined)
}
