import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '../support/testTenant.ts'
import { rest } from '../support/client.ts'
import { createServerFixture, type Json } from '../support/serverFixture.ts'

const team = await createServerFixture()
const { owner, rep, colleague } = team
afterAll(() => team.teardown())

describe('searching', () => {
  const savedProperties = ['18 Juniper Street', '19 Juniper St', '18 Heron Ave']
  let ids: string[]
  const found = async (person: TestUser, filter: object) =>
    (
      await team.execute(
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
    for (const [n, address] of savedProperties.entries())
      saved.push(
        await team.saveProperty(rep, {
          address,
          owner_name: owners[n],
          tags: n === 2 ? ['storm'] : ['gutter', 'storm'],
        }),
      )
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
    ['niper', [0, 1]],
    ['per 9', [1]],
    ['lding', [2]],
    ['niperx', []],
    ['juniper storm', []],
    ['%', []],
    ['_', []],
  ])('for %j finds properties %j by REST and GraphQL, with the total', async (search, expected) => {
    const listed = await rest(team.server.url, rep.token, 'GET', `/properties?search=${encodeURIComponent(search)}`)
    const mine = (list: { id: string }[]) =>
      list
        .map(({ id }) => ids.indexOf(id))
        .filter((n) => n >= 0)
        .toSorted((a, b) => a - b)
    expect(mine(listed.body['data'])).toEqual(expected)
    expect(listed.body['total']).toBe(listed.body['data'].length)
    const { edges, totalCount } = await found(rep, { search })
    expect(mine(edges.map(({ node }: Json) => node))).toEqual(expected)
    expect(totalCount).toBe(edges.length)
  })

  it('filters by tag, also combined', async () => {
    expect((await found(rep, { tag: 'GUTTER' })).totalCount).toBe(2)
    expect((await found(rep, { tag: 'STORM', search: '18' })).totalCount).toBe(2)
    expect((await found(rep, { tag: 'GUTTER', search: 'heron' })).totalCount).toBe(0)
    expect((await found(rep, {})).tagsFound).toEqual(['GUTTER', 'STORM'])
    expect((await found(colleague, {})).tagsFound).toEqual([])
  })

  it('follows changes and deletions', async () => {
    await rest(team.server.url, rep.token, 'PUT', `/properties/${ids[0]}`, { owner_name: 'Quillon Sample' })
    expect((await found(rep, { search: 'quillon' })).totalCount).toBe(1)
    expect((await found(rep, { search: 'alvarez' })).totalCount).toBe(0)
    await rest(team.server.url, owner.token, 'DELETE', `/properties/${ids[0]}`)
    expect((await found(rep, { search: 'quillon' })).totalCount).toBe(0)
    const { rows } = await team.db.query('select word from property_words where property_id = $1', [ids[0]])
    expect(rows).toEqual([])
  })

  it("finds only a rep's own properties, and all for the owner", async () => {
    expect((await found(colleague, { search: 'juniper' })).totalCount).toBe(0)
    expect((await found(owner, { search: 'juniper' })).totalCount).toBe(1)
    expect((await found(owner, { search: 'juniper', assignedTo: colleague.id })).totalCount).toBe(0)
    expect((await found(owner, { assignedTo: rep.id })).totalCount).toBeGreaterThan(1)
    expect((await found(rep, { assignedTo: colleague.id })).totalCount).toBe(0)
    expect((await found(team.otherTenant.owner, { search: 'juniper' })).totalCount).toBe(0)
  })

  it('pages with a cursor to the end, each property once, newest first', async () => {
    for (let n = 0; n < 5; n += 1) await team.saveProperty(colleague, { owner_name: 'Paged Sample' })
    const seen: string[] = []
    for (let after: string | null = null, more = true; more;) {
      const { properties }: Record<string, Json> = await team.execute(
        colleague,
        `query ($after: String) { properties(first: 2, after: $after, filter: { search: "paged" }) {
          totalCount pageInfo { hasNextPage endCursor } edges { node { id createdAt } } } }`,
        { after },
      )
      expect(properties.totalCount).toBe(5)
      seen.push(...properties.edges.map(({ node }: Json) => `${node.createdAt} ${node.id}`))
      more = properties.pageInfo.hasNextPage
      after = properties.pageInfo.endCursor
    }
    expect(new Set(seen).size).toBe(5)
    expect(seen).toEqual(seen.toSorted().reverse())
    expect(await team.errorCode(colleague, '{ properties(after: "x") { totalCount edges { cursor } } }')).toBe(
      'BAD_USER_INPUT',
    )
  })
})

describe('the map', () => {
  const map = `query ($b: BoundsInput!, $z: Float!) { propertyMap(bounds: $b, zoom: $z) {
    total markers { id lat lng streetNumber status mine } clusters { key lat lng count } } }`
  const town = { south: 37.4, west: -88.6, north: 37.6, east: -88.4 }
  /** A cluster counts all of its properties, including those outside the bounds. */
  const everywhere = { south: 30, west: -95, north: 45, east: -80 }
  const propertiesOf = async (person: TestUser) =>
    (await team.execute(person, '{ properties(first: 1) { totalCount } }')).properties.totalCount
  const setTeamDoorsVisible = (visible: boolean) =>
    team.execute(
      owner,
      'mutation ($id: ID!, $visible: Boolean!) { updateTenant(id: $id, input: { teamDoorsVisible: $visible }) { id } }',
      { id: team.testTenant.tenantId, visible },
    )
  const at = (lat: number, lng: number, span: number) => ({
    south: lat - span,
    north: lat + span,
    west: lng - span,
    east: lng + span,
  })

  beforeAll(async () => {
    for (let n = 0; n < 12; n += 1)
      await team.saveProperty(n < 8 ? rep : colleague, { address: `${n} Map St`, lat: 37.5 + n / 5_000, lng: -88.5 })
    await team.saveProperty(rep, { address: '77 Lone Rd', lat: 37.58, lng: -88.42 })
  })

  it.each([2, 5, 9, 11, 13, 15, 16, 17, 18, 20])(
    'at zoom %s counts every property of the tenant once',
    async (zoom) => {
      const { propertyMap } = await team.execute(owner, map, { b: zoom > 9 ? town : everywhere, z: zoom })
      const counted = propertyMap.clusters.reduce((sum: number, { count }: Json) => sum + count, 0)
      const expected = zoom > 9 ? 13 : await propertiesOf(owner)
      expect([propertyMap.total, counted + propertyMap.markers.length]).toEqual([expected, expected])
      expect(propertyMap.clusters.every(({ count }: Json) => count >= 2)).toBe(true)
    },
  )

  it("shows a rep the team's properties at every zoom, or only their own if the tenant hides the others", async () => {
    const row = at(37.5, -88.5, 0.004)
    const views = [
      { z: 5, b: everywhere, all: await propertiesOf(owner), own: await propertiesOf(rep) },
      { z: 12, b: town, all: 13, own: 9 },
      { z: 16, b: row, all: 12, own: 8 },
      { z: 19, b: row, all: 12, own: 8 },
    ]
    for (const { z, b, all, own } of views) {
      expect((await team.execute(rep, map, { b, z })).propertyMap.total).toBe(all)
      await setTeamDoorsVisible(false)
      expect((await team.execute(rep, map, { b, z })).propertyMap.total).toBe(own)
      await setTeamDoorsVisible(true)
      const theirs = z === 5 ? await propertiesOf(team.otherTenant.owner) : 0
      expect((await team.execute(team.otherTenant.owner, map, { b, z })).propertyMap.total).toBe(theirs)
    }
  })

  it('shows an isolated property as a marker at any zoom', async () => {
    const { propertyMap } = await team.execute(owner, map, { b: at(37.58, -88.42, 0.01), z: 13 })
    expect(propertyMap.markers).toMatchObject([{ streetNumber: '77', status: 'NEW' }])
  })

  it('follows assignments and deletions', async () => {
    const { id } = await team.saveProperty(rep, { address: '1 Gone Rd', lat: 37.2, lng: -88.2 })
    const around = { b: at(37.2, -88.2, 0.05), z: 12 }
    expect((await team.execute(rep, map, around)).propertyMap.markers).toHaveLength(1)
    await rest(team.server.url, owner.token, 'PUT', `/properties/${id}`, { assigned_to: colleague.id })
    expect((await team.execute(rep, map, around)).propertyMap.markers).toMatchObject([{ id, mine: false }])
    expect((await team.execute(colleague, map, around)).propertyMap.markers).toMatchObject([{ id, mine: true }])
    await rest(team.server.url, owner.token, 'DELETE', `/properties/${id}`)
    expect((await team.execute(owner, map, around)).propertyMap).toMatchObject({ total: 0, markers: [], clusters: [] })
  })

  it('sums up its neighborhoods, of the doors that the caller may see', async () => {
    const view = `query ($b: BoundsInput!) { propertyMap(bounds: $b, zoom: 14) {
      neighborhoods { name count interested lat lng } } }`
    const doors = []
    for (const [n, person] of [rep, rep, colleague, colleague].entries())
      doors.push(await team.saveProperty(person, { address: `${n} Park St`, lat: 36.2, lng: -87.2 - n / 1000 }))
    const ids = doors.map(({ id }) => id as string)
    await team.db.query(`update properties set neighborhood = 'Sample Park' where id = any($1)`, [ids.slice(0, 3)])
    await rest(team.server.url, rep.token, 'POST', '/crm/door-knocks', { property_id: ids[0], outcome: 'interested' })
    const seenBy = async (person: TestUser, b: object = at(36.2, -87.2, 0.1)) =>
      (await team.execute(person, view, { b })).propertyMap.neighborhoods
    const park = { name: 'Sample Park', count: 3, interested: 1, lat: 36.2, lng: expect.closeTo(-87.201, 6) }
    const noName = { name: '', count: 1, interested: 0, lat: 36.2, lng: expect.closeTo(-87.203, 6) }
    expect(await seenBy(owner)).toEqual([park, noName])
    expect(await seenBy(rep)).toEqual([park, noName])
    expect(await seenBy(owner, at(36.5, -87.2, 0.1))).toEqual([])
    expect(await seenBy(team.otherTenant.owner)).toEqual([])
    await setTeamDoorsVisible(false)
    expect(await seenBy(rep)).toEqual([{ ...park, count: 2, lng: expect.closeTo(-87.2005, 6) }])
    await setTeamDoorsVisible(true)
    for (const id of ids) await rest(team.server.url, owner.token, 'DELETE', `/properties/${id}`)
  })

  it('rejects invalid bounds', async () => {
    expect(await team.errorCode(rep, map, { b: { south: 1, north: 0, west: 0, east: 1 }, z: 5 })).toBe('BAD_USER_INPUT')
  })

  it('keeps counts that equal a recount', async () => {
    const { rows } = await team.db.query(
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
