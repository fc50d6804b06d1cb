import 'fake-indexeddb/auto'
import { ApolloClient, ApolloLink, type DocumentNode, InMemoryCache } from '@apollo/client'
import { Observable, of, throwError } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  AreaDoorsDocument,
  AreaOutlookDocument,
  CompanySettingsDocument,
  LocatePropertyDocument,
  NextDoorDocument,
  UnitsHereDocument,
  PropertiesInViewDocument,
} from '../../gql/graphql.ts'
import * as documents from '../../gql/graphql.ts'
import { RequestError } from '../../lib/errors.ts'
import { operationNameOf } from '../../lib/overlaidCache.ts'
import { offlineByName, setOfflineSource } from './offlineAnswers.ts'
import { type Door, type UnsavedProperty, ReadStore } from './readStore.ts'
import { forgetStoredAnswers, noteFreshAnswer, noteStoredAnswer } from './shownAge.ts'
import { exceptions, storedReadsLink } from './storedReadsLink.ts'

vi.mock(import('./shownAge.ts'), { spy: true })

const company = (name: string) => ({
  data: {
    currentTenant: {
      __typename: 'Tenant',
      id: 't',
      name,
      companyName: name,
      timeZone: 'UTC',
      teamDoorsVisible: true,
      allowNearestDoors: false,
      requireTwoFactors: false,
      createdAt: '2026-01-01',
      archivedAt: null,
    },
  },
})
const unreachable = () => throwError(() => new TypeError('Failed to fetch'))

it('names only operations that exist', () => {
  const names = new Set(Object.values(documents).map((document) => operationNameOf(document as DocumentNode)))
  const { unstored, uncached, lookup } = exceptions
  expect([...unstored, uncached, lookup, ...offlineByName.keys()].filter((name) => !names.has(name))).toEqual([])
})

let readers = 0
let reader: string
let answer: (operation: ApolloLink.Operation) => Observable<ApolloLink.Result>

beforeEach(() => {
  reader = `reader ${(readers += 1)}`
  answer = unreachable
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  forgetStoredAnswers()
  setOfflineSource(undefined)
})

/** A new start of the app, with an empty cache. */
function startApp(name = reader): ApolloClient {
  const server = new ApolloLink((operation) => answer(operation))
  return new ApolloClient({ cache: new InMemoryCache(), link: ApolloLink.from([storedReadsLink(name), server]) })
}

const read = async (client: ApolloClient) =>
  (await client.query({ query: CompanySettingsDocument, fetchPolicy: 'network-only' })).data?.currentTenant?.name

/** Asks the server, and waits until its answer is stored. */
async function store(name: string, at = reader): Promise<ApolloClient> {
  answer = () => of(company(name))
  const client = startApp(at)
  await read(client)
  await vi.waitFor(async () => expect(await new ReadStore(at).result('CompanySettings {}')).toBeDefined())
  answer = unreachable
  return client
}

describe('an answer of the server', () => {
  it('is used after the next start without a network, with its age', async () => {
    const before = Date.now()
    await store('Maple')
    expect(await read(startApp())).toBe('Maple')
    expect(noteStoredAnswer).toHaveBeenCalledExactlyOnceWith('CompanySettings {}', expect.any(Number))
    expect(vi.mocked(noteStoredAnswer).mock.calls[0]![1]).toBeGreaterThanOrEqual(before)
  })

  it('that arrives after the session has ended is not stored', async () => {
    let isSignedIn = true
    const server = new ApolloLink((operation) => answer(operation))
    const link = ApolloLink.from([storedReadsLink(reader, () => isSignedIn), server])
    const client = new ApolloClient({ cache: new InMemoryCache(), link })
    answer = () => of(company('Maple'))
    await read(client)
    await vi.waitFor(async () => expect(await new ReadStore(reader).result('CompanySettings {}')).toBeDefined())
    isSignedIn = false
    answer = () => of(company('Oak'))
    expect(await read(client)).toBe('Oak')
    // Whatever the link stores is stored before this.
    await new ReadStore(reader).storeResult('Later', {})
    expect((await new ReadStore(reader).result('CompanySettings {}'))?.data).toEqual(company('Maple').data)
  })

  it('is used while the server is unavailable, but not in place of what it refuses', async () => {
    await store('Maple')
    const failWith = (code: string) => () =>
      throwError(() => new RequestError([{ message: 'No', extensions: { code } }]))
    answer = failWith('UNAVAILABLE')
    expect(await read(startApp())).toBe('Maple')
    answer = failWith('FORBIDDEN')
    await expect(read(startApp())).rejects.toThrow('No')
  })

  it('is forgotten as an old one when the server answers again', async () => {
    await store('Maple')
    const client = startApp()
    await read(client)
    answer = () => of(company('Birch'))
    expect(await read(client)).toBe('Birch')
    expect(noteFreshAnswer).toHaveBeenLastCalledWith('CompanySettings {}')
  })

  it('is not replaced by an older one in the same session', async () => {
    const client = await store('Maple')
    await expect(read(client)).rejects.toThrow('Failed to fetch')
  })

  it('is used on another screen of the same session', async () => {
    const client = await store('Maple')
    forgetStoredAnswers()
    expect(await read(client)).toBe('Maple')
  })

  it('is not for another reader', async () => {
    await store('Maple')
    await expect(read(startApp('somebody else'))).rejects.toThrow('Failed to fetch')
  })

  it('is removed when another reader starts', async () => {
    await store('Maple')
    startApp('somebody else')
    await vi.waitFor(async () => expect(await new ReadStore(reader).result('CompanySettings {}')).toBeUndefined())
  })

  it('comes from the device while the server is slow, then from the server', async () => {
    await store('Maple')
    let respond = () => {}
    answer = () =>
      new Observable((observer) => {
        respond = () => {
          observer.next(company('Birch'))
          observer.complete()
        }
      })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const shown: unknown[] = []
    const client = startApp()
    const query = client.watchQuery({ query: CompanySettingsDocument, fetchPolicy: 'network-only' })
    const subscription = query.subscribe(({ data }) => {
      if (data) shown.push((data as { currentTenant: { name: string } }).currentTenant.name)
    })
    vi.advanceTimersByTime(1_500)
    vi.useRealTimers()
    await vi.waitFor(() => expect(shown).toEqual(['Maple']))
    respond()
    await vi.waitFor(() => expect(shown).toEqual(['Maple', 'Birch']))
    subscription.unsubscribe()
  })

  it('comes from the device at once after a query that the server did not answer in time, until it answers', async () => {
    await store('Maple')
    answer = () => new Observable(() => undefined)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const client = startApp()
    const shown: unknown[] = []
    const ask = () =>
      client.watchQuery({ query: CompanySettingsDocument, fetchPolicy: 'no-cache' }).subscribe(({ data }) => {
        if (data) shown.push((data as { currentTenant: { name: string } }).currentTenant.name)
      })
    const first = ask()
    await vi.advanceTimersByTimeAsync(1_400)
    expect(shown).toEqual([])
    await vi.advanceTimersByTimeAsync(100)
    await vi.waitFor(() => expect(shown).toEqual(['Maple']))
    const second = ask()
    await vi.advanceTimersByTimeAsync(0)
    await vi.waitFor(() => expect(shown).toEqual(['Maple', 'Maple']))
    for (const subscription of [first, second]) subscription.unsubscribe()
  })

  it('is used without asking while the device says that it is offline, unless the server answers there', async () => {
    await store('Maple')
    const asked = vi.fn(() => of(company('Birch')))
    answer = asked
    vi.stubGlobal('navigator', { onLine: false })
    vi.stubGlobal(
      'fetch',
      vi.fn(() => Promise.reject(new TypeError('Failed to fetch'))),
    )
    const client = startApp()
    expect(await read(client)).toBe('Maple')
    const locate = { mutation: LocatePropertyDocument, variables: { input: { address: '999 Oak St' } } }
    await expect(client.mutate(locate)).rejects.toThrow('Failed to fetch')
    expect(fetch).toHaveBeenCalledOnce()
    expect(asked).not.toHaveBeenCalled()

    vi.stubGlobal('navigator', { onLine: true })
    expect(await read(startApp())).toBe('Birch')
    vi.stubGlobal('navigator', { onLine: false })
    vi.mocked(fetch).mockResolvedValue(new Response())
    asked.mockReturnValue(of(company('Cedar')))
    expect(await read(startApp())).toBe('Cedar')
  })

  it.each([
    ['AreaOutlook', AreaOutlookDocument],
    ['AreaDoors', AreaDoorsDocument],
  ])('is not stored for a saved area, which stores it itself: %s', async (name, query: DocumentNode) => {
    const variables = { bounds: { south: 0, west: 0, north: 1, east: 1 }, zoom: 18 }
    const data = { propertyMap: { total: 0, clusters: [], markers: [] }, properties: { edges: [] } }
    answer = () => of({ data })
    const ask = (client: ApolloClient) => client.query({ query, variables, fetchPolicy: 'no-cache' })
    await ask(startApp())
    answer = unreachable
    await expect(ask(startApp())).rejects.toThrow('Failed to fetch')
    expect(await new ReadStore(reader).result(`${name} ${JSON.stringify(variables)}`)).toBeUndefined()
  })
})

const door = (id: string, more: Partial<Door> & { lat: number; lng: number }): Door => ({
  ...{
    id,
    streetNumber: '101',
    streetName: 'Oak St',
    unit: null,
    status: 'NEW',
    priority: 'NORMAL',
    lastOutcome: null,
  },
  ...{ __typename: 'MapMarker', lastKnockedAt: null, mine: true, doNotKnock: false, assignedTo: null, ...more },
})
const house = (number: number, lat: number): UnsavedProperty => ({
  ...{ address: `${number} Oak St, Demo Town, IN`, streetNumber: `${number}`, streetName: 'Oak St', lat, lng: -86 },
  ...{ city: 'Demo Town', state: 'IN', zipCode: null },
})

describe('what was never asked', () => {
  const bounds = { south: 39, west: -87, north: 40, east: -85 }
  const view = (part: typeof bounds) => ({ query: PropertiesInViewDocument, variables: { bounds: part, zoom: 18 } })
  const see = async (markers: Door[]) => {
    const data = { propertyMap: { total: markers.length, markers, clusters: [] } }
    answer = () => of({ data })
    await startApp().query({ ...view(bounds), fetchPolicy: 'no-cache' })
    await vi.waitFor(async () => {
      expect((await new ReadStore(reader).doorsIn(bounds)).doors).toHaveLength(markers.length)
    })
    answer = unreachable
  }
  const saveArea = (doors: Door[], houses: UnsavedProperty[]) => {
    const within = <Place extends { lat: number }>(places: Place[], { south, north }: typeof bounds) =>
      places.filter(({ lat }) => lat >= south && lat <= north)
    setOfflineSource({
      doorsIn: async (part) => within(doors, part),
      housesIn: async (part) => within(houses, part),
      property: async () => undefined,
      savedAt: async () => 5,
    })
  }

  it('on the map is the houses that it has shown, without those that are gone', async () => {
    const north = door('north', { lat: 39.8, lng: -86 })
    await see([door('south', { lat: 39.2, lng: -86 }), north, door('gone', { lat: 39.9, lng: -86 })])
    await see([door('south', { lat: 39.2, lng: -86 }), north])
    const { data } = await startApp().query({ ...view({ ...bounds, south: 39.5 }), fetchPolicy: 'no-cache' })
    expect(data?.propertyMap.markers).toEqual([north])
    await expect(startApp().query(view({ ...bounds, south: 41, north: 42 }))).rejects.toThrow('Failed to fetch')
  })

  it('is found when the map comes back to an area that the server has answered, because the cache keeps one area', async () => {
    const [north, south] = [door('north', { lat: 39.8, lng: -86 }), door('south', { lat: 39.2, lng: -86 })]
    await see([north, south])
    const client = startApp()
    const read = async (part: object) =>
      (await client.query({ ...view({ ...bounds, ...part }), fetchPolicy: 'network-only' })).data?.propertyMap.markers
    answer = () => of({ data: { propertyMap: { total: 1, clusters: [], markers: [north] } } })
    expect(await read({ south: 39.5 })).toEqual([north])
    answer = unreachable
    expect(await read({ north: 39.5 })).toEqual([south])
    expect(await read({ south: 39.5 })).toEqual([north])
  })

  it('is the next door among the saved and unsaved houses of the street', async () => {
    const from = door('first', { lat: 39.5, lng: -86 })
    await see([from])
    saveArea(
      [door('third', { lat: 39.5004, lng: -86, streetNumber: '105' })],
      [house(103, 39.5002), house(105, 39.5004)],
    )
    const nextFrom = async (place: object) =>
      (
        await startApp().query({
          query: NextDoorDocument,
          variables: { from: place, direction: null, crossed: false, skip: [] },
          fetchPolicy: 'no-cache',
        })
      ).data?.nextDoor
    const next = await nextFrom({ propertyId: 'first' })
    expect(next).toMatchObject({ address: '103 Oak St, Demo Town, IN', propertyId: null })
    const { address, lat, lng } = next!
    expect(await nextFrom({ address, point: { lat, lng } })).toMatchObject({ propertyId: 'third' })
    expect(await nextFrom({ propertyId: 'third' })).toBeNull()
    await expect(nextFrom({ propertyId: 'unknown' })).rejects.toThrow('Failed to fetch')
  })

  it('is a look-up of a house of a saved area, and nothing else', async () => {
    saveArea([], [house(103, 39.5)])
    const locate = async (input: object) =>
      (await startApp().mutate({ mutation: LocatePropertyDocument, variables: { input } })).data?.locateProperty
    const point = { lat: 39.5001, lng: -86 }
    expect(await locate({ point })).toMatchObject({
      outcome: 'NEW',
      property: null,
      draft: { address: '103 Oak St, Demo Town, IN', state: 'IN', ownerSource: null, parcelId: null, lat: 39.5 },
    })
    expect(await locate({ address: '103 oak st' })).toMatchObject({ draft: { streetNumber: '103' } })
    await expect(locate({ address: '999 Oak St' })).rejects.toThrow('Failed to fetch')
    await expect(locate({ point: { lat: 39.501, lng: -86 } })).rejects.toThrow('Failed to fetch')
    answer = () => throwError(() => new RequestError([{ message: 'No', extensions: { code: 'RATE_LIMITED' } }]))
    await expect(locate({ point })).rejects.toThrow('No')
  })

  it('is the units of a building, of which one is chosen', async () => {
    const at = { lat: 39.5, lng: -86 }
    const address = (unit: string) => `101 Oak St ${unit}, Demo Town, IN`
    saveArea(
      [door('saved', { ...at, unit: 'Unit 2' })],
      [
        { ...house(101, 39.5), address: address('Unit 1') },
        { ...house(101, 39.5), address: address('Unit 2') },
      ],
    )
    const locate = async (input: object) =>
      (await startApp().mutate({ mutation: LocatePropertyDocument, variables: { input } })).data?.locateProperty
    expect((await locate({ point: at }))?.candidates).toEqual([
      expect.objectContaining({ address: '101 Oak St Unit 2', unit: 'Unit 2' }),
      expect.objectContaining({ address: address('Unit 1'), unit: 'Unit 1' }),
    ])
    expect(await locate({ address: address('Unit 1') })).toMatchObject({ outcome: 'NEW', candidates: [] })
    expect(await locate({ address: address('Unit 2') })).toMatchObject({ outcome: 'EXISTING', candidates: [] })
    const here = await startApp().query({
      query: UnitsHereDocument,
      variables: { id: 'saved' },
      fetchPolicy: 'no-cache',
    })
    expect(here.data?.property).toMatchObject({
      unitsHere: [{ id: 'saved', unit: 'Unit 2', address: '101 Oak St Unit 2' }],
      recordedUnits: ['Unit 1', 'Unit 2'],
    })
    saveArea(
      [],
      [
        { ...house(101, 39.5), address: address('Unit 1') },
        { ...house(101, 39.5), address: address('Unit 2') },
      ],
    )
    expect(await locate({ point: at })).toMatchObject({
      outcome: 'NEW',
      draft: { address: '101 Oak St, Demo Town' },
      candidates: [{ unit: 'Unit 1' }, { unit: 'Unit 2' }],
    })
  })

  it('is a look-up of a door that is saved already, with its details if this device has them', async () => {
    saveArea([door('theirs', { lat: 39.5, lng: -86 })], [house(101, 39.5)])
    const { data } = await startApp().mutate({
      mutation: LocatePropertyDocument,
      variables: { input: { address: '101 Oak St' } },
    })
    expect(data?.locateProperty).toMatchObject({ outcome: 'EXISTING', property: null, draft: { lat: 39.5 } })
  })
})
