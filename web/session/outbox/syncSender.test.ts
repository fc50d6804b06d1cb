import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client'
import { type Observable, of, throwError } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PropertiesInViewDocument, SyncDocument } from '../../gql/graphql.ts'
import { RequestError } from '../../lib/errors.ts'
import type { RestClient } from '../person/useRestClient.ts'
import type { OutboxAction, OutboxItem } from './outboxItems.ts'
import { createSyncSender } from './syncSender.ts'

const occurredAt = '2026-11-18T20:14:00.000Z'
const property = { id: 'p', address: '1024 W 12th Demo St', streetNumber: '1024', lat: 39.77, lng: -86.16 }

function itemOf(action: Partial<OutboxAction>, rest: Partial<OutboxItem> = {}): OutboxItem {
  const about = { title: property.address, outboxName: 'riley', attempts: 1, serverFailures: 0, seq: 1 }
  return { ...about, action: { id: 'x', kind: 'STATUS', occurredAt, ...action }, ...rest }
}
const knock = itemOf({ id: 'k', kind: 'KNOCK', knock: { propertyId: 'p', outcome: 'TALKED' } }, { propertyId: 'p' })
const photo = { id: 'new', photo: new Blob(['x']) }
const withPhoto = { ...knock, photos: [photo] }

/** The server: what it was asked, and its next answer. */
let answer: () => Observable<ApolloLink.Result>
const operations: ApolloLink.Operation[] = []
const link = new ApolloLink((operation) => {
  operations.push(operation)
  return answer()
})
const callRest = vi.fn<RestClient>()
let client: ApolloClient
let sender: ReturnType<typeof createSyncSender>

beforeEach(() => {
  client = new ApolloClient({ cache: new InMemoryCache({ typePolicies: { Knock: { keyFields: ['eventId'] } } }), link })
  sender = createSyncSender(client, callRest)
  operations.length = 0
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

const refusedWith = (code: string) => new RequestError([{ message: 'Not now.', extensions: { code } }])

/** What the outbox does after a failure: tries later, waits for the user, or looks for the item at fault. */
const failures = [
  ['there is no connection', new TypeError('Failed to fetch'), 'unreachable', 'No connection'],
  ['the server is busy', refusedWith('UNAVAILABLE'), 'unreachable', 'Not now.'],
  ['there were too many requests', refusedWith('RATE_LIMITED'), 'unreachable', 'Not now.'],
  ['the session is over', refusedWith('UNAUTHENTICATED'), 'stopped', 'Not now.'],
  ['the user may not write', refusedWith('FORBIDDEN'), 'stopped', 'Not now.'],
  ['the password must be changed', refusedWith('PASSWORD_CHANGE_REQUIRED'), 'stopped', 'Not now.'],
  ['mock data is on', refusedWith('MOCK_DATA'), 'stopped', 'Not now.'],
  ['the server fails', refusedWith('Oops'), 'server', 'Something went wrong on the server.'],
  ['the request is wrong', refusedWith('BAD_USER_INPUT'), 'server', 'Not now.'],
] as const

describe('a request', () => {
  const results = [{ id: 'k', outcome: 'APPLIED' as const, code: null, message: null, status: 'CONTACTED' as const }]

  it('has the actions in order, and a time limit', async () => {
    const limit = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
    answer = () => of({ data: { sync: results } })
    const status = itemOf({ dependsOn: ['k'], status: { leadId: 'l', status: 'COMPLETED' } } as Partial<OutboxAction>)
    expect(await sender.send([knock, status])).toEqual(results)
    expect(operations[0]?.query).toBe(client.documentTransform.transformDocument(SyncDocument))
    expect(operations[0]?.variables).toEqual({
      actions: [
        // The id of a knock is also its event id, so that the server knows a repeat.
        { ...knock.action, knock: { ...knock.action.knock, eventId: 'k', occurredAt } },
        { ...status.action, dependsOn: ['k'] },
      ],
    })
    expect(timeout).toHaveBeenCalledWith(30_000)
    expect(operations[0]?.getContext()['fetchOptions']).toMatchObject({ signal: limit.signal })
  })

  it('without an answer in the response confirms nothing', async () => {
    // Apollo's cache says that the field is missing.
    vi.spyOn(console, 'error').mockReturnValue()
    answer = () => of({ data: null })
    expect(await sender.send([knock])).toEqual([])
  })

  it.each(failures)('fails if %s', async (_, error, kind, message) => {
    answer = () => throwError(() => error)
    await expect(sender.send([knock])).rejects.toMatchObject({ kind, message })
  })
})

describe('a photo', () => {
  it('is uploaded under its id, so that a repeat is the same photo, within a time limit', async () => {
    const limit = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
    callRest.mockResolvedValue(Response.json({ data: { id: 'photo 1' } }))
    const second = { ...photo, id: 'second' }
    const uploaded = await sender.upload({ ...knock, photos: [photo, second] })
    expect([uploaded.action?.knock?.photoIds, uploaded.photos]).toEqual([['photo 1'], [second]])
    const [path, init] = callRest.mock.lastCall!
    expect(path).toBe('/photos')
    expect(init).toMatchObject({ method: 'POST', headers: { 'idempotency-key': 'photo new' }, signal: limit.signal })
    expect(await ((init!.body as FormData).get('file') as File).text()).toBe('x')
  })

  it.each(['BAD_USER_INPUT', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'])('is refused with %s', async (code) => {
    callRest.mockRejectedValue(refusedWith(code))
    expect(await sender.upload(withPhoto)).toEqual({ refusal: { code, message: 'Not now.' } })
  })

  const notRefused = failures.filter(([name]) => !/may not write|is wrong/.test(name))
  it.each(notRefused)('waits if %s', async (_, error, kind, message) => {
    callRest.mockRejectedValue(error)
    await expect(sender.upload(withPhoto)).rejects.toMatchObject({ kind, message })
  })
})

describe('a property that somebody else saved', () => {
  const marker = { id: 'theirs', lat: property.lat, lng: property.lng, streetNumber: '1024' }
  const withMarkers = (...markers: object[]) => of({ data: { propertyMap: { total: 0, markers, clusters: [] } } })

  it.each<[string, Partial<OutboxAction>]>([
    ['a property', { kind: 'PROPERTY', property }],
    ['a lead', { kind: 'LEAD', lead: { newProperty: property, tag: 'GUTTER' } }],
  ])('is found for %s', async (_, action) => {
    answer = () => withMarkers({ ...marker, id: 'next door', streetNumber: '1026' }, marker)
    expect(await sender.findSavedProperty(itemOf(action))).toBe('theirs')
    expect(operations.map(({ query }) => query)).toEqual([
      client.documentTransform.transformDocument(PropertiesInViewDocument),
    ])
  })

  it('is not there for other actions, or if nobody saved it', async () => {
    answer = () => withMarkers()
    expect(await sender.findSavedProperty(itemOf({ kind: 'PROPERTY', property }))).toBeUndefined()
    expect(await sender.findSavedProperty(knock)).toBeUndefined()
    expect(operations).toHaveLength(1)
  })

  it('is asked for again later without a connection', async () => {
    answer = () => throwError(() => new TypeError('Failed to fetch'))
    await expect(sender.findSavedProperty(itemOf({ property }))).rejects.toMatchObject({ kind: 'unreachable' })
  })
})
