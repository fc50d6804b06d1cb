import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { graphql, rest } from '../../support/client.ts'
import { createServerFixture } from '../../support/serverFixture.ts'

const fixture = await createServerFixture()
const { owner, rep, colleague } = fixture
const url = fixture.server.url
const [door] = fixture.testTenant.properties[0]!
afterAll(() => fixture.teardown())

const cursor = (text: string) => Buffer.from(text).toString('base64url')
const nil = '00000000-0000-0000-0000-000000000000'
const loneSurrogate = '\ud800'
/** An incompressible string of this length. */
const word = (characters: number) => randomBytes(characters).toString('hex').slice(0, characters)

async function refused(query: string, variables: object = {}): Promise<[string, string]> {
  const { errors } = await graphql(url, owner.token, query, variables)
  return [errors?.[0].extensions.code, errors?.[0].message]
}

describe('an invalid cursor is rejected', () => {
  it.each([
    ['a time that only JavaScript can parse', `1|${nil}`],
    ['a day that does not exist', `2026-02-30 10:00:00+00|${nil}`],
    ['a year that does not exist', `0000-01-01 10:00:00+00|${nil}`],
    ['dashes instead of an id', `2026-01-01 10:00:00+00|${'-'.repeat(36)}`],
  ])('%s', async (_, text) => {
    for (const list of ['properties', 'leads'])
      expect((await refused(`query ($after: String) { ${list}(after: $after) { pageInfo { hasNextPage } } }`, { after: cursor(text) }))[0]).toBe('BAD_USER_INPUT') // prettier-ignore
    const log = 'query ($after: String) { activityLog(after: $after) { pageInfo { hasNextPage } } }'
    expect((await refused(log, { after: cursor(`${text}|1`) }))[0]).toBe('BAD_USER_INPUT')
  })

  it('and valid ones continue', async () => {
    await fixture.saveProperty(rep)
    const page =
      'query ($after: String) { properties(first: 1, after: $after) { pageInfo { endCursor } edges { node { id } } } }'
    const first = (await fixture.execute(owner, page)).properties
    const second = (await fixture.execute(owner, page, { after: first.pageInfo.endCursor })).properties
    expect(second.edges[0].node.id).not.toBe(first.edges[0].node.id)
  })
})

describe('an unknown query parameter is refused by its name, before it could select everything', () => {
  it.each([
    ['/leads?updated_from=2026-01-01', 'updated_from', /^The parameters are: .*limit, offset/],
    ['/properties?status=new&Limit=5', 'Limit', /^The parameters are: .*limit, offset/],
    ['/leads/stages?limit=5', 'limit', /^This route has no parameters\.$/],
    ['/properties/not-an-id?field=notes', 'field', /^This route has no parameters\.$/],
  ])('%s', async (path, name, accepted) => {
    const { status, body } = await rest(url, owner.token, 'GET', path)
    expect([status, body['code']]).toEqual([400, 'BAD_USER_INPUT'])
    expect(body['detail']).toBe(`Unknown parameter: ${name}. ${body['errors'][name]}`)
    expect(body['errors'][name]).toMatch(accepted)
  })

  it('also in a POST, which then changes nothing', async () => {
    const count = async () => (await rest(url, owner.token, 'GET', '/leads?limit=1')).body['total'] as number
    const before = await count()
    const answer = await rest(url, owner.token, 'POST', '/leads?dry_run=true', { property_id: door, tag: 'storm' })
    expect([answer.status, await count()]).toEqual([400, before])
  })
})

describe('empty bounds are rejected', () => {
  const message = 'The bounds are not valid: south must not be above north, nor west beyond east.'
  const upsideDown = { south: 40, north: 39, west: -87, east: -86 }
  it.each([
    ['properties', 'query ($b: BoundsInput!) { properties(filter: { bounds: $b }) { edges { cursor } } }'],
    [
      'the number of properties',
      'query ($b: BoundsInput!) { properties(first: 1, filter: { bounds: $b }) { totalCount } }',
    ],
    ['the map', 'query ($b: BoundsInput!) { propertyMap(bounds: $b, zoom: 12) { total } }'],
    ['suggestions', 'query ($b: BoundsInput!) { addressSuggestions(query: "1018 W", bounds: $b) { address } }'],
  ])('for %s', async (_, query) => {
    expect(await refused(query, { b: upsideDown })).toEqual(['BAD_USER_INPUT', message])
    expect(await refused(query, { b: { ...upsideDown, north: 41, east: -88 } })).toEqual(['BAD_USER_INPUT', message])
  })
})

describe('text that cannot be stored is rejected', () => {
  const message = 'The text contains characters that cannot be stored.'
  const knock = { property_id: door, outcome: 'talked' }
  it.each<[string, string, object]>([
    ['a note', '/crm/door-knocks', { ...knock, note: loneSurrogate }],
    ['a note', '/crm/door-knocks', { ...knock, note: 'a\0b' }],
    ['a reported parcel', '/activity/log-regrid-call', { parcel_id: loneSurrogate }],
    ['a template data value', '/leads', { property_id: door, tag: 'storm', template_data: { gate: [loneSurrogate] } }],
    ['a template data key', '/leads', { property_id: door, tag: 'storm', template_data: { [loneSurrogate]: 1 } }],
  ])('%s at %s', async (_, path, body) => {
    const { status, body: answer } = await rest(url, rep.token, 'POST', path, body)
    expect([status, answer['detail']]).toEqual([400, message])
  })

  it('also by GraphQL', async () => {
    const log = 'mutation ($input: KnockInput!) { logKnock(input: $input) { eventId } }'
    for (const note of [loneSurrogate, 'a\0b'])
      expect(await refused(log, { input: { propertyId: door, outcome: 'TALKED', note } })).toEqual([
        'BAD_USER_INPUT',
        message,
      ])
    const typed = `mutation { logKnock(input: { propertyId: "${door}", outcome: TALKED, note: "a\\u0000b" }) { eventId } }`
    expect((await refused(typed))[0]).toBe('BAD_USER_INPUT')
  })

  it('and so is deeply nested input', async () => {
    const deep = `{"property_id":"${door}","tag":"storm","template_data":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`
    const { status, body } = await rest(url, rep.token, 'POST', '/leads', deep, { 'content-type': 'application/json' })
    expect([status, body['detail']]).toEqual([400, 'The input is nested too deeply: at most 32 levels.'])
  })
})

describe('a list', () => {
  it('that no operation accepts is rejected before its items are read', async () => {
    const ids = Array<number>(25_001).fill(1)
    const { status, body } = await rest(url, rep.token, 'POST', '/leads/status', { lead_ids: ids, status: 'contacted' })
    expect([status, body['errors']]).toEqual([400, { lead_ids: 'At most 25,000 items.' }])
    const update = 'mutation ($ids: [ID!]!) { setLeadStatus(ids: $ids, status: CONTACTED) { changed } }'
    expect(await refused(update, { ids: ids.map(String) })).toEqual(['BAD_USER_INPUT', 'At most 25,000 items.'])
  })

  it('with many invalid items is rejected with some of their errors', async () => {
    const ids = Array<number>(1_000).fill(1)
    const { status, body } = await rest(url, rep.token, 'POST', '/leads/status', { lead_ids: ids, status: 'contacted' })
    expect([status, Object.keys(body['errors'] as object).length]).toEqual([400, 100])
  })
})

describe('text that is too long is rejected with the same message by REST and GraphQL', () => {
  const at = { lat: 38.1, lng: -86.1 }
  const create = 'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id } }'
  it.each([
    ['address', 'address', 500],
    ['notes', 'notes', 10_000],
    ['owner_name', 'ownerName', 300],
    ['street_number', 'streetNumber', 50],
    ['neighborhood', 'neighborhood', 200],
  ])('%s', async (field, input, maxLength) => {
    const message = `${field}: At most ${maxLength.toLocaleString('en-US')} characters.`
    const property = { address: '1 Long St', ...at }
    const { status, body } = await rest(url, owner.token, 'POST', '/properties', {
      ...property,
      [field]: word(maxLength + 1),
    })
    expect([status, body['detail']]).toEqual([400, message])
    expect(await refused(create, { input: { ...property, [input]: word(maxLength + 1) } })).toEqual([
      'BAD_USER_INPUT',
      message,
    ])
  })

  it('when a property is changed, saved with a lead, or knocked at', async () => {
    const change = 'mutation ($id: ID!, $input: UpdatePropertyInput!) { updateProperty(id: $id, input: $input) { id } }'
    const owners = 'owner_name: At most 300 characters.'
    expect(await refused(change, { id: door, input: { ownerName: word(3_000) } })).toEqual(['BAD_USER_INPUT', owners])
    const lead = 'mutation ($input: CreateLeadInput!) { createLead(input: $input) { id } }'
    const newProperty = { address: '1 Long St', ...at, ownerName: word(3_000) }
    expect(await refused(lead, { input: { tag: 'STORM', newProperty } })).toEqual(['BAD_USER_INPUT', owners])
    const knock = 'mutation ($input: KnockInput!) { logKnock(input: $input) { eventId } }'
    const input = { propertyId: door, outcome: 'TALKED', note: word(2_001) }
    expect(await refused(knock, { input })).toEqual(['BAD_USER_INPUT', 'note: At most 2,000 characters.'])
  })
})

describe('a knock', () => {
  const knock = (more: object) =>
    rest(url, rep.token, 'POST', '/crm/door-knocks', { property_id: door, outcome: 'nobody_home', ...more })
  const start = async (person: { token: string }) =>
    (await rest(url, person.token, 'POST', '/crm/door-knock-session/start', {})).body['data']

  it('belongs to a session of the same rep', async () => {
    const [mine, theirs] = [await start(rep), await start(colleague)]
    expect((await knock({ session_id: mine.id })).status).toBe(201)
    for (const session_id of [theirs.id, '0198c7a0-0000-7000-8000-000000000001', 'none']) {
      const { status, body } = await knock({ session_id })
      expect([status, body['detail']]).toEqual([404, 'Session not found'])
    }
    expect((await start(colleague)).doors).toBe(0)
    expect((await start(rep)).doors).toBe(1)
    expect((await knock({ session_id: '' })).status).toBe(201)
  })

  it('needs valid coordinates', async () => {
    for (const place of [{ lat: 1_000, lng: 0 }, { lat: 0, lng: 181 }, { lat: 39 }]) {
      const { status, body } = await knock(place)
      expect([status, body['detail']]).toEqual([422, 'The coordinates are out of range.'])
    }
    expect((await knock({ lat: 39.7, lng: -86.1 })).status).toBe(201)
    const off = await rest(url, colleague.token, 'POST', '/crm/door-knock-session/start', { lat: 91, lng: 0 })
    expect(off.status).toBe(422)
  })
})
