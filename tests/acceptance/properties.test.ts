import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadTown } from '../../api/demo/town/load.ts'
import { PARCEL_OUTAGE_ADDRESS } from '../../api/demo/town/outage.ts'
import { testDatabase, type TestDatabase } from '../database.ts'
import { startServer, type TestServer } from '../server.ts'
import { makeWorld, type Person, type World } from '../world.ts'
import { graphql, nextValue, rest, sockets } from './client.ts'

let database: TestDatabase
let server: TestServer
let world: World
let stranger: World
let rep: Person
let colleague: Person
let db: pg.Client

beforeAll(async () => {
  database = await testDatabase()
  db = new pg.Client({ connectionString: database.ownerUrl })
  await db.connect()
  await db.query('begin')
  await loadTown(db)
  await db.query('commit')
  world = await makeWorld(database.ownerUrl, { reps: 2, doorsEach: 1 })
  stranger = await makeWorld(database.ownerUrl, { reps: 1, doorsEach: 1 })
  ;[rep, colleague] = world.reps as [Person, Person]
  server = await startServer({ databaseUrl: database.ownerUrl })
}, 120_000)

afterAll(async () => {
  await server?.stop()
  await db.end()
  await database.close()
})

async function ask<T = any>(person: Person, query: string, variables: object = {}): Promise<T> {
  const { data, errors } = await graphql(server.url, person.token, query, variables)
  if (errors) throw new Error(JSON.stringify(errors))
  return data as T
}

async function refusal(person: Person, query: string, variables: object = {}): Promise<string> {
  const { errors } = await graphql(server.url, person.token, query, variables)
  return errors?.[0].extensions.code
}

let nextStreet = 100
/** A house that the person saves, far from every other. */
async function save(person: Person, more: object = {}): Promise<Record<string, any>> {
  const { status, body } = await rest(server.url, person.token, 'POST', '/properties', {
    address: `5 Sample Ln ${(nextStreet += 1)}`,
    lat: 38 + nextStreet / 1_000,
    lng: -87,
    ...more,
  })
  expect([status, body]).toEqual([201, expect.anything()])
  return body['data']
}

describe('searching', () => {
  const houses = ['18 Juniper Street', '19 Juniper St', '18 Heron Ave']
  let ids: string[]
  const found = async (person: Person, filter: object) =>
    (
      await ask(
        person,
        '($f: PropertyFilter) { properties(filter: $f) { totalCount tagsFound edges { node { id } } } }'.replace(
          /^/,
          'query ',
        ),
        { f: filter },
      )
    ).properties

  beforeAll(async () => {
    const owners = ['José Álvarez-Sample', "Mara O'Sample", 'Heron Holdings LLC']
    const saved = []
    for (const [n, address] of houses.entries())
      saved.push(await save(rep, { address, owner_name: owners[n], tags: n === 2 ? ['storm'] : ['gutter', 'storm'] }))
    ids = saved.map(({ id }) => id)
  })

  it.each([
    ['juniper', [0, 1]],
    ['juni 19', [1]],
    ['street juniper', [0, 1]],
    ['St', [0, 1]],
    ['alvarez jose', [0]],
    ["o'sam", [1]],
    ['HERON', [2]],
    ['heron 18 ave', [2]],
    ['niper', []],
    ['juniper storm', []],
    ['%', []],
    ['_', []],
  ])('for %j finds houses %j by REST and GraphQL, with their number', async (search, wanted) => {
    const listed = await rest(server.url, rep.token, 'GET', `/properties?search=${encodeURIComponent(search)}`)
    const mine = (list: { id: string }[]) =>
      list
        .map(({ id }) => ids.indexOf(id))
        .filter((n) => n >= 0)
        .sort()
    expect(mine(listed.body['data'])).toEqual(wanted)
    expect(listed.body['total']).toBe(listed.body['data'].length)
    const { edges, totalCount } = await found(rep, { search })
    expect(mine(edges.map(({ node }: any) => node))).toEqual(wanted)
    expect(totalCount).toBe(edges.length)
  })

  it('and by tag, and both at once', async () => {
    expect((await found(rep, { tag: 'GUTTER' })).totalCount).toBe(2)
    expect((await found(rep, { tag: 'STORM', search: '18' })).totalCount).toBe(2)
    expect((await found(rep, { tag: 'GUTTER', search: 'heron' })).totalCount).toBe(0)
    expect((await found(rep, {})).tagsFound).toEqual(['GUTTER', 'STORM'])
    expect((await found(colleague, {})).tagsFound).toEqual([])
  })

  it('follows what is changed and deleted', async () => {
    await rest(server.url, rep.token, 'PUT', `/properties/${ids[0]}`, { owner_name: 'Quillon Sample' })
    expect((await found(rep, { search: 'quillon' })).totalCount).toBe(1)
    expect((await found(rep, { search: 'alvarez' })).totalCount).toBe(0)
    await rest(server.url, world.owner.token, 'DELETE', `/properties/${ids[0]}`)
    expect((await found(rep, { search: 'quillon' })).totalCount).toBe(0)
    const { rows } = await db.query('select word from property_words where property_id = $1', [ids[0]])
    expect(rows).toEqual([])
  })

  it("finds a rep's own houses alone, and everybody's for the owner", async () => {
    expect((await found(colleague, { search: 'juniper' })).totalCount).toBe(0)
    expect((await found(world.owner, { search: 'juniper' })).totalCount).toBe(1)
    expect((await found(world.owner, { search: 'juniper', assignedTo: colleague.id })).totalCount).toBe(0)
    expect((await found(world.owner, { assignedTo: rep.id })).totalCount).toBeGreaterThan(1)
    expect((await found(rep, { assignedTo: colleague.id })).totalCount).toBe(0)
    expect((await found(stranger.owner, { search: 'juniper' })).totalCount).toBe(0)
  })

  it('pages with a cursor to the last, each once, newest first', async () => {
    for (let n = 0; n < 5; n += 1) await save(colleague, { owner_name: 'Paged Sample' })
    const seen: string[] = []
    for (let after: string | null = null, more = true; more;) {
      const { properties }: Record<string, any> = await ask(
        colleague,
        `query ($after: String) { properties(first: 2, after: $after, filter: { search: "paged" }) {
          totalCount pageInfo { hasNextPage endCursor } edges { node { id createdAt } } } }`,
        { after },
      )
      expect(properties.totalCount).toBe(5)
      seen.push(...properties.edges.map(({ node }: any) => `${node.createdAt} ${node.id}`))
      more = properties.pageInfo.hasNextPage
      after = properties.pageInfo.endCursor
    }
    expect(new Set(seen).size).toBe(5)
    expect(seen).toEqual(seen.toSorted().reverse())
    expect(await refusal(colleague, '{ properties(after: "x") { totalCount edges { cursor } } }')).toBe(
      'BAD_USER_INPUT',
    )
  })
})

describe('one house is saved once', () => {
  const at = { lat: 38.500001, lng: -87.500004 }
  const house = { address: '31 Twice St', ...at }

  it('within five decimals and with the same number, for the whole team', async () => {
    await save(rep, house)
    for (const person of [rep, colleague, world.owner]) {
      const again = await rest(server.url, person.token, 'POST', '/properties', { ...house, lat: 38.500003 })
      expect([again.status, again.body['detail']]).toEqual([409, 'Property already in system'])
    }
    await save(rep, { ...house, lat: 38.50002 })
    await save(rep, { ...house, address: '33 Twice St' })
    expect((await rest(server.url, stranger.owner.token, 'POST', '/properties', house)).status).toBe(201)
  })

  it('however many save it at the same time', async () => {
    const fresh = { address: '9 Rush Rd', lat: 38.6, lng: -87.6 }
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        rest(server.url, n % 2 ? rep.token : colleague.token, 'POST', '/properties', fresh),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)])
  })
})

describe('changing a house', () => {
  const update = `mutation ($id: ID!, $input: UpdatePropertyInput!) { updateProperty(id: $id, input: $input) {
    ownerName ownerSource notes priority tags streetNumber unconfirmed assignedTo { id } } }`

  it('keeps what is not given, and says that an owner was entered by hand', async () => {
    const { id } = await save(rep, {
      owner_name: 'Before',
      owner_source: 'parcels:demo',
      notes: 'gate',
      tags: ['storm'],
    })
    const changed = await ask(rep, update, { id, input: { ownerName: 'After', priority: 'HIGH', tags: ['GUTTER'] } })
    expect(changed.updateProperty).toEqual({
      ownerName: 'After',
      ownerSource: 'entered',
      notes: 'gate',
      priority: 'HIGH',
      tags: ['GUTTER'],
      streetNumber: '5',
      unconfirmed: false,
      assignedTo: { id: rep.id },
    })
    const cleared = await rest(server.url, rep.token, 'PUT', `/properties/${id}`, { notes: null })
    expect(cleared.body['data']).toMatchObject({ notes: null, owner_name: 'After' })
  })

  it('to what it is already writes nothing', async () => {
    const { id } = await save(rep, { notes: 'same', tags: ['storm'] })
    const head = async () => (await db.query('select max(position) from activity_events')).rows[0].max
    const before = await head()
    await ask(rep, update, { id, input: { notes: 'same', tags: ['STORM'], priority: 'NORMAL' } })
    expect(await head()).toBe(before)
  })

  it('confirms a parcel that was a guess', async () => {
    const { id } = await save(rep, { unconfirmed: true })
    expect((await ask(rep, update, { id, input: { unconfirmed: false } })).updateProperty.unconfirmed).toBe(false)
  })

  it("is not a colleague's nor a stranger's", async () => {
    const { id } = await save(rep)
    for (const other of [colleague, stranger.reps[0]!, stranger.owner]) {
      expect(await refusal(other, update, { id, input: { notes: 'x' } })).toBe('NOT_FOUND')
      expect((await rest(server.url, other.token, 'PUT', `/properties/${id}`, { notes: 'x' })).status).toBe(404)
    }
  })

  it('assigns it, for the owner alone and within the team, and both maps follow', async () => {
    const { id } = await save(rep)
    const mine = async (person: Person) => (await rest(server.url, person.token, 'GET', '/properties')).body['total']
    const before = [await mine(rep), await mine(colleague)]
    expect(await refusal(rep, update, { id, input: { assignedTo: colleague.id } })).toBe('FORBIDDEN')
    expect(await refusal(world.owner, update, { id, input: { assignedTo: stranger.owner.id } })).toBe('BAD_USER_INPUT')
    const moved = await rest(server.url, world.owner.token, 'PUT', `/properties/${id}`, { assigned_to: colleague.id })
    expect(moved.body['data'].assigned_to).toBe(colleague.id)
    expect([await mine(rep), await mine(colleague)]).toEqual([before[0] - 1, before[1] + 1])
    expect((await rest(server.url, rep.token, 'GET', `/properties/${id}`)).status).toBe(404)
    const none = await ask(world.owner, update, { id, input: { assignedTo: null } })
    expect(none.updateProperty.assignedTo).toBeNull()
  })

  it('offers the people of the team to the owner alone, reps first', async () => {
    const { assignableUsers } = await ask(world.owner, '{ assignableUsers { id role } }')
    expect(assignableUsers.map(({ id }: any) => id)).toEqual([rep.id, colleague.id, world.owner.id])
    expect(await refusal(rep, '{ assignableUsers { id } }')).toBe('FORBIDDEN')
  })

  it('is deleted by the owner alone, with its leads', async () => {
    const { id } = await save(rep)
    await rest(server.url, rep.token, 'POST', '/leads', { property_id: id, tag: 'storm' })
    expect((await rest(server.url, rep.token, 'DELETE', `/properties/${id}`)).status).toBe(403)
    const gone = await rest(server.url, world.owner.token, 'DELETE', `/properties/${id}`)
    expect(gone.body['message']).toBe('Property deleted')
    expect((await rest(server.url, world.owner.token, 'GET', `/properties/${id}`)).status).toBe(404)
    expect((await rest(server.url, world.owner.token, 'DELETE', `/properties/${id}`)).status).toBe(404)
  })

  it('is told to everybody who watches', async () => {
    const watching = sockets(server.url, colleague.token)
    const told = nextValue(watching, 'subscription { propertiesChanged { at } }', () => true, 2_000)
    await new Promise((resolve) => setTimeout(resolve, 300))
    await save(rep)
    await told
    await watching.dispose()
  })
})

describe('the history of a house', () => {
  const query = `query ($id: ID!, $first: Int, $after: String) { property(id: $id) { history(first: $first, after: $after) {
    pageInfo { hasNextPage endCursor }
    edges { node { kind at actor { fullName } actorRole outcome note withdrawn tag priority fields assignedTo { id } } } } } }`

  it('says who did what, newest first, page by page', async () => {
    const { id } = await save(rep, { tags: ['storm'] })
    const eventId = randomUUID()
    await rest(server.url, rep.token, 'POST', '/crm/door-knocks', {
      ...{ property_id: id, outcome: 'talked', event_id: eventId, note: 'dog in the yard' },
    })
    await rest(server.url, rep.token, 'DELETE', `/crm/door-knocks/${eventId}`)
    await rest(server.url, rep.token, 'POST', '/leads', {
      ...{ property_id: id, tag: 'gutter', template_data: { priority: 'high' } },
    })
    await rest(server.url, world.owner.token, 'PUT', `/properties/${id}`, {
      notes: 'call first',
      assigned_to: colleague.id,
    })

    const { property } = await ask(world.owner, query, { id })
    const nodes = property.history.edges.map(({ node }: any) => node)
    expect(nodes.map(({ kind }: any) => kind)).toEqual([
      ...['ASSIGNED', 'EDITED', 'LEAD_CREATED', 'KNOCK_WITHDRAWN', 'KNOCKED', 'SAVED'],
    ])
    expect(nodes[0]).toMatchObject({ assignedTo: { id: colleague.id }, actor: { fullName: 'Sample Owner' } })
    expect(nodes[1]).toMatchObject({ fields: ['notes'], actorRole: 'OWNER' })
    expect(nodes[2]).toMatchObject({ tag: 'GUTTER', priority: 'HIGH', actor: { fullName: 'Sample Rep 00' } })
    expect(nodes[4]).toMatchObject({ outcome: 'TALKED', note: 'dog in the yard', withdrawn: true })

    const first = (await ask(world.owner, query, { id, first: 4 })).property.history
    expect(first.pageInfo.hasNextPage).toBe(true)
    const rest2 = (await ask(world.owner, query, { id, first: 4, after: first.pageInfo.endCursor })).property.history
    expect([...first.edges, ...rest2.edges].map(({ node }: any) => node)).toEqual(nodes)
    expect(rest2.pageInfo.hasNextPage).toBe(false)

    // The colleague whose house it is now sees all of it; who had it before, none.
    expect((await ask(colleague, query, { id })).property.history.edges).toHaveLength(6)
    expect(await refusal(rep, query, { id })).toBe('NOT_FOUND')
    expect(await refusal(colleague, query, { id, after: 'x' })).toBe('BAD_USER_INPUT')
  })
})

describe('asking for the owner again', () => {
  const refresh = `mutation ($id: ID!) { refreshOwner(id: $id) { outcome property {
    ownerName ownerSource ownerAddress parcelId unconfirmed outline { lat lng } } } }`
  let located: Record<string, any>

  beforeAll(async () => {
    const { locateProperty } = await ask(
      rep,
      `mutation { locateProperty(input: { address: "1067 W 11th Demo St" }) {
        draft { address streetNumber streetName city state zipCode lat lng ownerName ownerSource parcelId } parcel { parcelId acres } } }`,
    )
    located = locateProperty.draft
    expect(locateProperty.parcel.parcelId).toBe(located['parcelId'])
  })

  const saveLocated = async (person: Person, more: object) => {
    const { createProperty } = await ask(
      person,
      'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id } }',
      { input: { ...located, ...more } },
    )
    return createProperty.id as string
  }

  it('saves who the records name, with the source, and confirms the parcel', async () => {
    const id = await saveLocated(rep, {
      ...{ ownerName: 'Somebody Else', ownerSource: null, parcelId: 'old', unconfirmed: true },
    })
    const { refreshOwner } = await ask(rep, refresh, { id })
    expect(refreshOwner).toMatchObject({
      outcome: 'UPDATED',
      property: {
        ownerName: located['ownerName'],
        ownerSource: located['ownerSource'],
        parcelId: located['parcelId'],
        unconfirmed: false,
      },
    })
    expect(refreshOwner.property.outline.length).toBeGreaterThan(3)
    expect((await ask(rep, refresh, { id })).refreshOwner.outcome).toBe('UNCHANGED')
    expect(await refusal(colleague, refresh, { id })).toBe('NOT_FOUND')
    expect((await ask(world.owner, refresh, { id })).refreshOwner.outcome).toBe('UNCHANGED')
  })

  it('finds nothing where there is no parcel of that number', async () => {
    const { id } = await save(rep, { owner_name: 'Stays' })
    const { refreshOwner } = await ask(rep, refresh, { id })
    expect(refreshOwner).toMatchObject({ outcome: 'NO_RESULTS', property: { ownerName: 'Stays', outline: null } })
  })

  it("never takes a neighbour's owner", async () => {
    const id = await saveLocated(rep, { address: '1069 W 11th Demo St', streetNumber: '1069', parcelId: null })
    const { refreshOwner } = await ask(rep, refresh, { id })
    expect(refreshOwner.property.ownerName).toBe(located['ownerName'])
    expect(refreshOwner.outcome).toBe('NO_RESULTS')
  })

  it('fails where the records do not answer, and changes nothing', async () => {
    const { id } = await save(rep, { address: PARCEL_OUTAGE_ADDRESS, owner_name: 'Stays' })
    expect(await refusal(rep, refresh, { id })).toBe('UNAVAILABLE')
    expect((await rest(server.url, rep.token, 'GET', `/properties/${id}`)).body['data'].owner_name).toBe('Stays')
  })
})

describe('a search that leads to a saved house', () => {
  const locate = `mutation ($input: LocateInput!) { locateProperty(input: $input) {
    outcome ownerUpdated property { id ownerName unconfirmed } draft { streetNumber ownerName lat lng unconfirmed }
    diagnostics { finalPoint { lat lng } } } }`
  /** Two neighbours whose owners the records name. */
  let known: string[]
  beforeAll(async () => {
    const { rows } = await db.query(
      `select address from parcels where street_name = 'W 9th Demo St' and owner_name like 'Sample Owner%' and address !~ '-'
       order by street_number limit 2`,
    )
    known = rows.map(({ address }) => address)
    expect(known).toHaveLength(2)
  })

  const draftOf = async (address: string) =>
    (
      await ask(
        rep,
        `mutation ($input: LocateInput!) { locateProperty(input: $input) { draft {
          address streetNumber streetName city state zipCode lat lng ownerName ownerSource parcelId unconfirmed } } }`,
        { input: { address } },
      )
    ).locateProperty.draft
  const create = 'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id } }'

  it('updates what the records know better, once', async () => {
    const draft = await draftOf(known[0]!)
    const { createProperty } = await ask(rep, create, { input: { ...draft, ownerName: 'Long Ago', parcelId: null } })
    const first = (await ask(rep, locate, { input: { address: known[0]! } })).locateProperty
    expect(first).toMatchObject({
      outcome: 'EXISTING',
      ownerUpdated: true,
      property: { id: createProperty.id, ownerName: draft.ownerName },
    })
    const second = (await ask(rep, locate, { input: { address: known[0]! } })).locateProperty
    expect(second).toMatchObject({ outcome: 'EXISTING', ownerUpdated: false })
    const clicked = (await ask(rep, locate, { input: { point: { lat: draft.lat, lng: draft.lng } } })).locateProperty
    expect(clicked).toMatchObject({ outcome: 'EXISTING', property: { id: createProperty.id } })
  })

  it("says that a colleague's house is there without showing it", async () => {
    const draft = await draftOf(known[1]!)
    await ask(colleague, create, { input: draft })
    for (const input of [{ address: known[1]! }, { point: { lat: draft.lat, lng: draft.lng } }]) {
      const { locateProperty } = await ask(rep, locate, { input })
      expect(locateProperty).toMatchObject({ outcome: 'EXISTING', property: null, ownerUpdated: false })
    }
    expect((await ask(world.owner, locate, { input: { address: known[1]! } })).locateProperty).toMatchObject({
      outcome: 'EXISTING',
      property: { ownerName: draft.ownerName },
    })
    expect((await ask(stranger.owner, locate, { input: { address: known[1]! } })).locateProperty.outcome).toBe('NEW')
  })
})

describe('the map', () => {
  const map = `query ($b: BoundsInput!, $z: Float!) { propertyMap(bounds: $b, zoom: $z) {
    total markers { id lat lng streetNumber status } clusters { key lat lng count } } }`
  const town = { south: 37.4, west: -88.6, north: 37.6, east: -88.4 }
  const at = (lat: number, lng: number, span: number) => ({
    ...{ south: lat - span, north: lat + span, west: lng - span, east: lng + span },
  })

  beforeAll(async () => {
    for (let n = 0; n < 12; n += 1)
      await save(n < 8 ? rep : colleague, { address: `${n} Map St`, lat: 37.5 + n / 5_000, lng: -88.5 })
    await save(rep, { address: '77 Lone Rd', lat: 37.58, lng: -88.42 })
  })

  it.each([2, 5, 9, 11, 13, 15, 16, 17, 18, 20])('at zoom %s counts every house of the team once', async (zoom) => {
    const { propertyMap } = await ask(world.owner, map, { b: town, z: zoom })
    const counted = propertyMap.clusters.reduce((sum: number, { count }: any) => sum + count, 0)
    expect(propertyMap.total).toBe(counted + propertyMap.markers.length)
    if (zoom > 9) expect(propertyMap.total).toBe(13)
    expect(propertyMap.clusters.every(({ count }: any) => count >= 2)).toBe(true)
    for (const { lat } of [...propertyMap.markers, ...propertyMap.clusters]) expect(lat).toBeLessThan(90)
  })

  it("shows a rep's own houses alone, at every zoom", async () => {
    for (const z of [5, 12, 16, 19]) {
      const b = z > 15 ? at(37.5, -88.5, 0.004) : town
      expect((await ask(rep, map, { b, z })).propertyMap.total).toBeLessThanOrEqual(z > 9 ? 9 : 999)
      expect((await ask(stranger.owner, map, { b, z })).propertyMap.total).toBe(0)
    }
    expect((await ask(colleague, map, { b: town, z: 12 })).propertyMap.total).toBe(4)
  })

  it('draws a house that stands alone as itself however far away', async () => {
    const { propertyMap } = await ask(world.owner, map, { b: at(37.58, -88.42, 0.01), z: 13 })
    expect(propertyMap.markers).toMatchObject([{ streetNumber: '77', status: 'NEW' }])
  })

  it('follows houses that are assigned and deleted', async () => {
    const { id } = await save(rep, { address: '1 Gone Rd', lat: 37.2, lng: -88.2 })
    const around = { b: at(37.2, -88.2, 0.05), z: 12 }
    expect((await ask(rep, map, around)).propertyMap.markers).toHaveLength(1)
    await rest(server.url, world.owner.token, 'PUT', `/properties/${id}`, { assigned_to: colleague.id })
    expect((await ask(rep, map, around)).propertyMap.total).toBe(0)
    expect((await ask(colleague, map, around)).propertyMap.markers).toMatchObject([{ id }])
    await rest(server.url, world.owner.token, 'DELETE', `/properties/${id}`)
    expect((await ask(world.owner, map, around)).propertyMap).toMatchObject({ total: 0, markers: [], clusters: [] })
  })

  it('refuses bounds that are none', async () => {
    expect(await refusal(rep, map, { b: { south: 1, north: 0, west: 0, east: 1 }, z: 5 })).toBe('BAD_USER_INPUT')
  })

  it('keeps counts that equal a fresh count', async () => {
    const { rows } = await db.query(
      `select level, square, sum(houses)::int as houses, sum(lat_sum)::bigint as lat from (
         select level, square, houses, lat_sum from property_cells where houses <> 0
         union all
         select level, cell >> (44 - 2 * level), -1, -round(lat * 1e6)::bigint from properties
         cross join generate_series(0, 18, 2) level where tenant_id is not null
         union all
         select level, cell >> (44 - 2 * level), -1, -round(lat * 1e6)::bigint from properties
         cross join generate_series(0, 18, 2) level where assigned_to is not null) counted
       group by 1, 2 having sum(houses) <> 0 or sum(lat_sum) <> 0`,
    )
    expect(rows).toEqual([])
  })
})
