import { randomUUID } from 'node:crypto'
import type { Client } from 'graphql-ws'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadTown } from '../../../demo/town/load.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { startServer, unreachableParcels, type TestServer } from '../../support/server.ts'
import { createTestTenant, type TestUser, type TestTenant } from '../../support/testTenant.ts'
import { graphql, nextValue, rest, waitUntilSubscribed, createSocketClient, type Json } from '../../support/client.ts'

const savedProperty = '1018 W 12th Demo St'

let database: TestDatabase
let first: TestServer
let second: TestServer
let testTenant: TestTenant
let otherTenant: TestTenant
let rep: TestUser

beforeAll(async () => {
  database = await createTestDatabase()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query('begin')
  await loadTown(owner)
  await owner.query('commit')
  await owner.end()
  testTenant = await createTestTenant(database.ownerUrl, { reps: 2, propertiesPerRep: 1 })
  otherTenant = await createTestTenant(database.ownerUrl, { reps: 1, propertiesPerRep: 1 })
  rep = testTenant.reps[0]!
  ;[first, second] = await Promise.all([
    startServer({ databaseUrl: database.ownerUrl, env: { GLOBAL_ADMIN_EMAIL: 'Boss@sample.example' } }),
    startServer({ databaseUrl: database.ownerUrl, env: unreachableParcels }),
  ])
}, 120_000)

afterAll(async () => {
  await Promise.all([first, second].map((server) => server.stop()))
  await database.close()
})

const board =
  'subscription { leaderboardChanged(period: WEEK) { entries { rank leadsCreated doorsKnocked user { id fullName } } } }'
interface Board {
  leaderboardChanged: { entries: { leadsCreated: number; doorsKnocked: number; user: { id: string } }[] }
}

describe('the core workflow by REST, with the owner subscribed on another process', () => {
  let watching: Client
  let property: Json
  let leadId: string
  const eventId = randomUUID()

  beforeAll(() => {
    watching = createSocketClient(second.url, testTenant.owner.token)
  })
  afterAll(() => watching.dispose())

  it('finds the property and its owner', async () => {
    const { status, body } = await rest(
      first.url,
      rep.token,
      'GET',
      `/regrid/search?address=${encodeURIComponent(savedProperty)}`,
    )
    expect(status).toBe(200)
    expect(body['results'][0]).toMatchObject({
      owner: expect.stringMatching(/^Sample Owner \d{4}$/),
      parcelnumb: expect.any(String),
    })
    const [lng, lat] = body['results'][0].centroid
    expect(lat).toBeCloseTo(39.77, 1)
    property = {
      address: body['results'][0].fullAddress,
      lat,
      lng,
      owner_name: body['results'][0].owner,
      tags: ['storm'],
    }
  })

  it('saves it', async () => {
    const { status, body } = await rest(first.url, rep.token, 'POST', '/properties', property)
    expect(status).toBe(201)
    expect(body['data']).toMatchObject({ street_number: '1018', status: 'new', assigned_to: rep.id, tags: ['storm'] })
    property = body['data']
    const again = await rest(first.url, rep.token, 'POST', '/properties', { ...property, parcel_id: undefined })
    expect([again.status, again.body['detail']]).toEqual([409, 'Property already in system'])
  })

  it("creates a lead, and the owner's leaderboard changes on the other process", async () => {
    const moved = nextValue<Board>(
      watching,
      board,
      ({ leaderboardChanged }) => leaderboardChanged.entries[0]?.leadsCreated === 1,
    )
    await waitUntilSubscribed(watching)
    const { status, body } = await rest(first.url, rep.token, 'POST', '/leads', {
      property_id: property['id'],
      tag: 'metal_roof',
      template_data: { priority: 'high' },
    })
    expect(status).toBe(201)
    expect(body['data']).toMatchObject({ tag: 'metal_roof', priority: 'high', status: 'new' })
    leadId = body['data'].id
    expect((await moved).leaderboardChanged.entries[0]!.user.id).toBe(rep.id)
    expect((await rest(second.url, rep.token, 'GET', `/properties/${property['id']}`)).body['data'].tags).toEqual([
      'storm',
      'metal_roof',
    ])
  })

  it('logs a knock in a session, and the leaderboard changes again', async () => {
    const session = await rest(first.url, rep.token, 'POST', '/crm/door-knock-session/start', {})
    expect(session.status).toBe(201)
    const sessionId = session.body['data'].id
    expect((await rest(first.url, rep.token, 'POST', '/crm/door-knock-session/start', {})).body['data'].id).toBe(
      sessionId,
    )
    const moved = nextValue<Board>(
      watching,
      board,
      ({ leaderboardChanged }) => leaderboardChanged.entries[0]?.doorsKnocked === 1,
    )
    await waitUntilSubscribed(watching)
    const knock = { property_id: property['id'], outcome: 'interested', event_id: eventId, session_id: sessionId }
    const { status, body } = await rest(first.url, rep.token, 'POST', '/crm/door-knocks', knock)
    expect([status, body['data'].property_status]).toEqual([201, 'interested'])
    await moved
    const ended = await rest(second.url, rep.token, 'PUT', `/crm/door-knock-session/${sessionId}/end`, {})
    expect(ended.body['data']).toMatchObject({ doors: 1, ended_at: expect.any(String) })
    const twice = await rest(second.url, rep.token, 'PUT', `/crm/door-knock-session/${sessionId}/end`, {})
    expect(twice.body).toEqual(ended.body)
  })

  it('withdraws the knock: the count and the status change back', async () => {
    const { body } = await rest(second.url, rep.token, 'DELETE', `/crm/door-knocks/${eventId}`)
    expect(body['data'].property_status).toBe('new')
    const { body: after } = await rest(first.url, testTenant.owner.token, 'GET', '/crm/leaderboard?period=week')
    expect(after['data'][0]).toMatchObject({ leads_created: 1, doors_knocked: 0 })
  })

  it("reports map loads and the client's own parcel calls", async () => {
    for (const [path, body] of [
      ['/activity/log-map-load', { lat: 39.77, lng: -86.16, zoom: 20 }],
      ['/activity/log-regrid-call', { parcel_id: '49-00-0142-018', lat: 39.77, lng: -86.16 }],
    ] as const)
      expect((await rest(first.url, rep.token, 'POST', path, body)).status).toBe(200)
  })

  it("is invisible to another tenant's rep and owner", async () => {
    for (const other of [otherTenant.reps[0]!, otherTenant.owner]) {
      for (const server of [first, second]) {
        for (const path of [`/properties/${property['id']}`, `/leads/${leadId}`])
          expect((await rest(server.url, other.token, 'GET', path)).status).toBe(404)
        for (const [method, path, body] of [
          ['PUT', `/properties/${property['id']}`, { notes: 'mine' }],
          ['POST', '/leads', { property_id: property['id'], tag: 'storm' }],
          ['POST', '/crm/door-knocks', { property_id: property['id'], outcome: 'talked' }],
          ['DELETE', `/crm/door-knocks/${eventId}`, undefined],
        ] as const)
          expect([path, (await rest(server.url, other.token, method, path, body)).status]).toEqual([path, 404])
        expect((await rest(server.url, other.token, 'GET', '/leads')).body).toEqual({ data: [], total: 0 })
        expect((await rest(server.url, other.token, 'GET', '/crm/leaderboard?period=month')).body['data']).toEqual([])
        const { body } = await rest(
          server.url,
          other.token,
          'GET',
          `/properties?lat=${property['lat']}&lng=${property['lng']}`,
        )
        expect(body).toEqual({ data: [], total: 0 })
      }
    }
    expect((await rest(first.url, otherTenant.owner.token, 'DELETE', `/properties/${property['id']}`)).status).toBe(404)
    const watch = createSocketClient(second.url, otherTenant.owner.token)
    const foreignBoards: unknown[] = []
    const ours = ({ leaderboardChanged }: Board) => leaderboardChanged.entries.some(({ user }) => user.id === rep.id)
    watch.subscribe(
      { query: board },
      { next: ({ data }) => foreignBoards.push(data), error: () => undefined, complete: () => undefined },
    )
    const received = nextValue<Board>(
      watching,
      board,
      ({ leaderboardChanged }) => leaderboardChanged.entries[0]?.leadsCreated === 2,
    )
    await Promise.all([waitUntilSubscribed(watch), waitUntilSubscribed(watching)])
    await rest(first.url, rep.token, 'POST', '/leads', { property_id: property['id'], tag: 'storm' })
    await received
    await waitUntilSubscribed(watch)
    expect((foreignBoards as Board[]).filter(ours)).toEqual([])
    await watch.dispose()
  })

  it('is invisible to a colleague, but not to the owner', async () => {
    const colleague = testTenant.reps[1]!
    expect((await rest(first.url, colleague.token, 'GET', `/properties/${property['id']}`)).status).toBe(404)
    expect((await rest(first.url, colleague.token, 'GET', `/leads/${leadId}`)).status).toBe(404)
    expect((await rest(first.url, testTenant.owner.token, 'GET', `/leads/${leadId}`)).status).toBe(200)
    expect((await rest(first.url, rep.token, 'DELETE', `/properties/${property['id']}`)).status).toBe(403)
  })
})

describe('one mutation locates', () => {
  const locate = (input: object, token = rep.token, server = first) =>
    graphql(
      server.url,
      token,
      `
        mutation ($input: LocateInput!) {
          locateProperty(input: $input) {
            outcome
            ownerUpdated
            parcelServiceAvailable
            property {
              id
              ownerName
            }
            draft {
              address
              streetNumber
              ownerName
              lat
              lng
              unconfirmed
              neighborhood
            }
            outline {
              lat
            }
            diagnostics {
              processedQuery
              selected
              results {
                type
                partial
              }
              finalPoint {
                lat
                lng
              }
            }
          }
        }
      `,
      { input },
    )

  it('a saved property, by its address and by a click on it', async () => {
    const { data } = await locate({ address: `  ${savedProperty} ` })
    expect(data.locateProperty).toMatchObject({
      outcome: 'EXISTING',
      diagnostics: { processedQuery: `${savedProperty}, USA`, selected: 0 },
    })
    const { lat, lng } = data.locateProperty.diagnostics.finalPoint
    const clicked = await locate({ point: { lat: lat + 0.00002, lng } })
    expect(clicked.data.locateProperty.property.id).toBe(data.locateProperty.property.id)
  })

  it('a new property, with its owner and parcel outline', async () => {
    const { data } = await locate({ address: '1067 W 11th Demo St' })
    expect(data.locateProperty).toMatchObject({
      outcome: 'NEW',
      property: null,
      parcelServiceAvailable: true,
      draft: { streetNumber: '1067', ownerName: expect.stringMatching(/Owner/), unconfirmed: false },
    })
    expect(data.locateProperty.outline.length).toBeGreaterThan(3)
  })

  it('nothing where there is no parcel, without an error', async () => {
    const { data } = await locate({ address: '99999 Nowhere Imaginary Blvd' })
    expect(data.locateProperty).toMatchObject({ outcome: 'NOT_FOUND', property: null, draft: null })
  })

  it('a property while the parcel service is down, and says so', async () => {
    const { data } = await locate({ address: '503 W 5th Demo St' }, rep.token, second)
    expect(data.locateProperty).toMatchObject({
      outcome: 'NEW',
      parcelServiceAvailable: false,
      draft: { ownerName: 'Unknown Owner' },
    })
    const { status, body } = await rest(
      second.url,
      rep.token,
      'GET',
      `/regrid/search?address=${encodeURIComponent('503 W 5th Demo St')}`,
    )
    expect(status).toBe(503)
    expect(body['detail']).toMatch(/\S/)
  })

  it("and rejects an empty search with the specification's message", async () => {
    const { errors } = await locate({ address: '   ' })
    expect(errors[0]).toMatchObject({ message: 'Please enter an address', extensions: { code: 'BAD_USER_INPUT' } })
  })

  it('a new property and its lead in one mutation, rejecting both when the type is invalid', async () => {
    const { data } = await locate({ address: '1067 W 11th Demo St' })
    const { unconfirmed: _, ...draft } = data.locateProperty.draft
    const create = `mutation ($input: CreateLeadInput!) { createLead(input: $input) { id priority property { address tags priority assignedTo { id } } rep { id } } }`
    const made = await graphql(first.url, rep.token, create, {
      input: { newProperty: draft, tag: 'GUTTER', priority: 'HIGH' },
    })
    expect(made.data.createLead).toMatchObject({
      priority: 'HIGH',
      property: { address: draft.address, tags: ['GUTTER'], assignedTo: { id: rep.id } },
      rep: { id: rep.id },
    })
    const neither = await graphql(first.url, rep.token, create, { input: { tag: 'GUTTER' } })
    expect(neither.errors[0].extensions.code).toBe('BAD_USER_INPUT')
  })
})

describe('accounts', () => {
  const account = { email: 'casey@sample.example', password: 'a long password', full_name: 'Casey Sample' }

  it('are pending until approved, and say so only with the right password', async () => {
    const made = await rest(first.url, null, 'POST', '/auth/register', account)
    expect([made.status, made.body['message']]).toEqual([
      201,
      'Account created! Please wait for admin approval before logging in.',
    ])
    const wrong = await rest(first.url, null, 'POST', '/auth/login', { ...account, password: 'another' })
    expect([wrong.status, wrong.body['detail']]).toEqual([401, 'Incorrect email or password'])
    const right = await rest(first.url, null, 'POST', '/auth/login', account)
    expect([right.status, right.body['detail']]).toEqual([403, 'Your account is waiting for admin approval.'])
    const twice = await rest(first.url, null, 'POST', '/auth/register', { ...account, email: ' CASEY@sample.example ' })
    expect(twice.status).toBe(409)
  })

  it('reject what the specification rejects, by field', async () => {
    const short = await rest(first.url, null, 'POST', '/auth/register', { ...account, password: '12345' })
    expect([short.status, short.body['errors']]).toEqual([422, { password: 'Password must be at least 6 characters' }])
    const odd = await rest(first.url, null, 'POST', '/auth/register', { ...account, email: 'casey@' })
    expect(odd.body['errors']).toEqual({ email: 'Invalid email address' })
  })

  it('make the configured address a global admin once, however many register concurrently', async () => {
    const globalAdmin = { email: 'boss@SAMPLE.example', password: 'a long password', full_name: 'Boss Sample' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => rest(first.url, null, 'POST', '/auth/register', globalAdmin)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    const { body } = await rest(first.url, null, 'POST', '/auth/login', globalAdmin)
    expect(body).toMatchObject({
      token_type: 'bearer',
      must_change_password: false,
      user: { role: 'global_admin', is_admin: true },
    })

    const token = body['access_token']
    expect((await rest(second.url, token, 'GET', '/auth/me')).body['data'].email).toBe('boss@SAMPLE.example')
    const other = (await rest(second.url, null, 'POST', '/auth/login', globalAdmin)).body['access_token']
    const changePassword = (body: object) => rest(first.url, token, 'POST', '/auth/change-password', body)
    expect((await changePassword({ new_password: 'short' })).body['detail']).toBe(
      'Password must be at least 6 characters long',
    )
    expect(
      (await changePassword({ new_password: 'longer words', current_password: globalAdmin.password })).status,
    ).toBe(200)
    expect((await rest(first.url, other, 'GET', '/auth/me')).status).toBe(401)
    expect((await rest(first.url, token, 'GET', '/auth/me')).status).toBe(200)
    expect(
      (await rest(first.url, token, 'POST', '/properties', { address: '1 Sample St', lat: 1, lng: 1 })).body['detail'],
    ).toBe('Choose a tenant first')
    expect((await rest(first.url, token, 'POST', '/auth/logout', {})).status).toBe(200)
    expect((await rest(first.url, token, 'GET', '/auth/me')).status).toBe(401)
  }, 60_000)

  it('behave the same by GraphQL, with stable codes', async () => {
    const { errors } = await graphql(
      first.url,
      null,
      `
        mutation {
          login(email: "nobody@sample.example", password: "x") {
            accessToken
          }
        }
      `,
    )
    expect(errors[0]).toMatchObject({ message: 'Incorrect email or password', extensions: { code: 'UNAUTHENTICATED' } })
    expect((await graphql(first.url, null, '{ me { id } }')).data.me).toBeNull()
    expect(
      (await graphql(first.url, rep.token, '{ me { role abilities { viewAllProperties viewAs } } }')).data.me,
    ).toEqual({
      role: 'SALES_REP',
      abilities: { viewAllProperties: false, viewAs: false },
    })
  })
})

describe('invalid input', () => {
  it.each([
    ['POST', '/properties', '{"address":', 400],
    ['POST', '/properties', [], 400],
    ['POST', '/properties', { address: 5, lat: 'x' }, 400],
    ['POST', '/properties', { address: ' ', lat: 1, lng: 1 }, 422],
    ['POST', '/properties', { address: '1 Sample St', lat: 91, lng: 1 }, 422],
    ['POST', '/properties', { address: '1 Sample St', lat: 1, lng: 1, tags: ['roof'] }, 422],
    ['GET', '/properties/not-an-id', undefined, 404],
    ['GET', '/properties?limit=many', undefined, 400],
    ['GET', `/properties/${randomUUID()}`, undefined, 404],
    ['POST', '/leads', { property_id: randomUUID() }, 422],
    ['POST', '/crm/door-knocks', { property_id: randomUUID(), outcome: 'sang' }, 400],
    ['POST', '/crm/door-knocks', { property_id: randomUUID(), outcome: 'talked', event_id: 'x' }, 422],
    ['GET', '/crm/leaderboard?period=year', undefined, 400],
    ['GET', '/nowhere', undefined, 404],
    ['POST', '/properties', 'x'.repeat(1_100_000), 413],
  ])('%s %s is answered with a problem document, never a stack trace', async (method, path, body, status) => {
    const answer = await rest(first.url, rep.token, method, path, body)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    expect(answer.body['detail']).toMatch(/\S/)
    expect(JSON.stringify(answer.body)).not.toMatch(/at .*\.ts|node_modules/)
  })

  it('is answered 401 without a session or with an ended one', async () => {
    expect((await rest(first.url, null, 'GET', '/properties')).status).toBe(401)
    expect((await rest(first.url, 'made-up', 'GET', '/properties')).status).toBe(401)
  })
})
