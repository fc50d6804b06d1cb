import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client'
import { of, throwError } from 'rxjs'
import { expect, it, vi } from 'vitest'
import type { NewPropertyInput } from '../../gql/graphql.ts'
import type { OutboxItem } from './outboxItems.ts'
import { createSyncSender } from './syncSender.ts'

const saved = (id: string, more: Partial<NewPropertyInput> = {}, action: object = {}) => {
  const property = { id, address: `${id} Oak St`, lat: 39.77, lng: -86.16, ...more }
  return { action: { id, kind: 'PROPERTY', occurredAt: '2026-06-01T15:00:00Z', property, ...action } } as OutboxItem
}

/** The properties whose owner is asked for after these items and one named 'end' were sent. `fails`: without an answer. */
async function ownersAsked(items: OutboxItem[], { fails = false } = {}): Promise<unknown[]> {
  const asked: unknown[] = []
  const link = new ApolloLink(({ operationName, variables }) => {
    asked.push(`${operationName} ${variables['id']}`)
    const data = { refreshOwner: { outcome: 'NO_RESULTS', property: null } }
    return fails ? throwError(() => new TypeError('Failed to fetch')) : of({ data })
  })
  const client = new ApolloClient({ cache: new InMemoryCache(), link })
  const sender = createSyncSender(client, vi.fn<() => never>())
  sender.onApplied([...items, saved('end')])
  await vi.waitFor(() => expect(asked.at(-1)).toBe('RefreshOwner end'))
  return asked.slice(0, -1)
}

it('the owner of a property that was saved without a lookup is asked for once', async () => {
  const lead = { tag: 'ROOF', newProperty: { id: 'of-lead', address: '9 Oak St', lat: 39.77, lng: -86.16 } }
  const items = [
    saved('unknown', { ownerSource: null, parcelId: null }),
    saved('known', { ownerSource: 'parcels:demo', parcelId: '49-1' }),
    saved('without-owner', { ownerSource: null, parcelId: '49-2' }),
    saved('lead', {}, { kind: 'LEAD', property: undefined, lead }),
    saved('knock', {}, { kind: 'KNOCK', property: undefined }),
  ]
  expect(await ownersAsked(items)).toEqual(['RefreshOwner unknown', 'RefreshOwner of-lead'])
})

it('a failure is quiet, and the others are still asked for', async () => {
  expect(await ownersAsked([saved('a'), saved('b')], { fails: true })).toEqual(['RefreshOwner a', 'RefreshOwner b'])
})
