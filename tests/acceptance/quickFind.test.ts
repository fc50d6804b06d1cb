import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rest } from '../support/client.ts'
import { createServerFixture, type Json } from '../support/serverFixture.ts'
import { addUser, type TestUser } from '../support/testTenant.ts'

const team = await createServerFixture()
const { owner, rep, colleague } = team
const other = team.otherTenant.owner
afterAll(() => team.teardown())

const fields =
  'id address city ownerName parcelId status limited assignedTo { fullName } lead { id tag priority status }'
const query = `query ($query: String!, $limit: Int) { quickFind(query: $query, limit: $limit) {
  properties { ${fields} } owners { ${fields} } contacts { id contactName contactPhone address } parcels { ${fields} } users { id fullName email role } } }`

const find = async (person: TestUser, text: string, limit?: number): Promise<Json> =>
  (await team.execute(person, query, { query: text, limit })).quickFind
const addresses = (found: Json[]) => found.map(({ address }) => address as string)
const setTeamDoors = (visible: boolean) =>
  team.execute(
    owner,
    'mutation ($id: ID!, $visible: Boolean!) { updateTenant(id: $id, input: { teamDoorsVisible: $visible }) { id } }',
    { id: team.testTenant.tenantId, visible },
  )

let own: Json
let colleagues: Json
let leadId: string

beforeAll(async () => {
  own = await team.saveProperty(rep, {
    address: '1018 Quince Street',
    city: 'Sampleton',
    owner_name: 'Ottilie Ferncroft',
    parcel_id: '49-00-0142-018',
  })
  colleagues = await team.saveProperty(colleague, {
    address: '101 Quince Street',
    owner_name: 'Ferncroft Estates',
    parcel_id: '49-00-0142-101',
  })
  await team.saveProperty(rep, { address: '2101 Quince Street', owner_name: 'Quince Example' })
  await team.saveProperty(other, { address: '101 Quince Street', owner_name: 'Ferncroft Elsewhere' })
  const { body } = await rest(team.server.url, rep.token, 'POST', '/leads', { property_id: own.id, tag: 'storm' })
  leadId = body['data'].id
})

describe('the contact of a lead', () => {
  const set = (person: TestUser, id: string, contact: object) =>
    rest(team.server.url, person.token, 'PUT', `/leads/${id}`, contact)
  const contact = { contact_name: 'Pat Marlowe', contact_phone: '(555) 010-0142', contact_email: 'pat@sample.example' }

  it.each(['marlowe', 'Pat 010', '555-010', '5550100142', 'pat@sample'])('is found by %s', async (text) => {
    await set(rep, leadId, contact)
    const expected = [{ id: leadId, contactName: 'Pat Marlowe', contactPhone: '(555) 010-0142', address: own.address }]
    expect((await find(owner, text)).contacts).toEqual(expected)
    expect((await find(rep, text)).contacts).toEqual(expected)
    const { body } = await rest(team.server.url, owner.token, 'GET', `/leads?search=${encodeURIComponent(text)}`)
    expect(body['data'].map(({ id }: Json) => id)).toEqual([leadId])
  })

  it('is found only by those who see the lead', async () => {
    await set(rep, leadId, contact)
    for (const person of [colleague, other]) {
      expect((await find(person, 'marlowe')).contacts).toEqual([])
      const { body } = await rest(team.server.url, person.token, 'GET', '/leads?search=marlowe')
      expect(body['data']).toEqual([])
    }
    expect((await find(owner, 'nobody marlowe')).contacts).toEqual([])
    await set(rep, leadId, { contact_name: null, contact_phone: null, contact_email: null })
    expect((await find(owner, 'marlowe')).contacts).toEqual([])
  })
})

describe('an owner', () => {
  it('finds properties by parts of words, the house number first, then its beginnings', async () => {
    const { properties } = await find(owner, '101 quin')
    expect(addresses(properties)).toEqual(['101 Quince Street', '1018 Quince Street', '2101 Quince Street'])
    expect(addresses((await find(owner, 'quince st')).properties)).toHaveLength(3)
    expect(addresses((await find(owner, 'uinc')).properties)).toHaveLength(3)
  })

  it('finds the street that was typed before others with the same number', async () => {
    for (const street of ['W 10th', 'W 13th', 'W 9th'])
      await team.saveProperty(rep, { address: `1075 ${street} Sample St` })
    const [first, ...others] = addresses((await find(owner, '1075 w 10')).properties)
    expect([first, others.toSorted()]).toEqual([
      '1075 W 10th Sample St',
      ['1075 W 13th Sample St', '1075 W 9th Sample St'],
    ])
  })

  it('sees the owner, the assignee and the open lead of a property', async () => {
    const { properties } = await find(owner, '1018 quince')
    expect(properties).toEqual([
      {
        id: own.id,
        address: '1018 Quince Street',
        city: 'Sampleton',
        ownerName: 'Ottilie Ferncroft',
        parcelId: '49-00-0142-018',
        status: 'NEW',
        limited: false,
        assignedTo: { fullName: 'Sample Rep 00' },
        lead: { id: leadId, tag: 'STORM', priority: 'NORMAL', status: 'NEW' },
      },
    ])
  })

  it('finds owners, and each property in one group only', async () => {
    const byOwner = await find(owner, 'ferncroft')
    expect(addresses(byOwner.owners).toSorted()).toEqual(['101 Quince Street', '1018 Quince Street'])
    expect(byOwner.properties).toEqual([])
    const byBoth = await find(owner, 'ferncroft 1018')
    expect(addresses(byBoth.properties)).toEqual(['1018 Quince Street'])
    expect(byBoth.owners).toEqual([])
  })

  it('finds parcels by the beginning of their id', async () => {
    expect(addresses((await find(owner, '49-00-0142')).parcels)).toEqual(['1018 Quince Street', '101 Quince Street'])
    expect(addresses((await find(owner, '49-00-0142-1')).parcels)).toEqual(['101 Quince Street'])
    expect((await find(owner, '0142-018')).parcels).toEqual([])
  })

  it('finds the people of the tenant by any part of the name', async () => {
    const { users } = await find(owner, 'rep sam')
    expect(users.map(({ fullName }: Json) => fullName)).toEqual(['Sample Rep 00', 'Sample Rep 01'])
    expect((await find(owner, 'ample rep 01')).users).toEqual([
      { id: colleague.id, fullName: 'Sample Rep 01', email: `${colleague.id}@example.invalid`, role: 'SALES_REP' },
    ])
    expect((await find(owner, 'example.invalid')).users).toEqual([])
  })

  it('finds nothing of another tenant', async () => {
    expect(addresses((await find(other, 'quince')).properties)).toEqual(['101 Quince Street'])
    expect(addresses((await find(other, 'ferncroft')).owners)).toHaveLength(1)
    expect((await find(other, '49-00-0142')).parcels).toEqual([])
    expect((await find(other, 'rep 01')).users).toEqual([])
  })

  it('gets at most `limit` of each group', async () => {
    const limited = await find(owner, 'quince', 1)
    expect(limited.properties).toHaveLength(1)
    for (const limit of [0, -5]) expect((await find(owner, 'quince', limit)).properties).toHaveLength(1)
    for (let n = 0; n < 22; n += 1) await team.saveProperty(colleague, { address: `${n + 1} Crowded Ct` })
    expect((await find(owner, 'crowded')).properties).toHaveLength(5)
    expect((await find(owner, 'crowded', 1_000)).properties).toHaveLength(20)
  })

  it('finds the newest first where nothing else differs, and follows changes', async () => {
    const found = addresses((await find(owner, 'crowded', 3)).properties)
    expect(found).toEqual(['22 Crowded Ct', '21 Crowded Ct', '20 Crowded Ct'])
    const { id } = await team.saveProperty(rep, { address: '7 Passing Pl', owner_name: 'Before Sample' })
    await rest(team.server.url, rep.token, 'PUT', `/properties/${id}`, { owner_name: 'Afterwards Sample' })
    expect((await find(owner, 'before')).owners).toEqual([])
    expect((await find(owner, 'afterwards')).owners).toHaveLength(1)
    await rest(team.server.url, owner.token, 'DELETE', `/properties/${id}`)
    expect((await find(owner, 'passing')).properties).toEqual([])
  })

  it('prefers a lead that is not completed', async () => {
    const { id } = await team.saveProperty(rep, { address: '9 Twolead Ter' })
    const create = (tag: string) => rest(team.server.url, rep.token, 'POST', '/leads', { property_id: id, tag })
    await create('gutter')
    const { body } = await create('storm')
    const leadOf = async () => (await find(owner, 'twolead')).properties[0].lead.tag
    expect(await leadOf()).toBe('STORM')
    await rest(team.server.url, rep.token, 'PUT', `/leads/${body['data'].id}`, { status: 'completed' })
    expect(await leadOf()).toBe('GUTTER')
  })
})

describe('a rep', () => {
  it('finds own properties in full, and those of the team by address only', async () => {
    const { properties } = await find(rep, 'quince')
    const team101 = properties.find(({ address }: Json) => address === '101 Quince Street')
    expect(properties).toHaveLength(3)
    expect(team101).toEqual({
      id: colleagues.id,
      address: '101 Quince Street',
      city: null,
      ownerName: null,
      parcelId: null,
      status: 'NEW',
      limited: true,
      assignedTo: { fullName: 'Sample Rep 01' },
      lead: null,
    })
  })

  it('does not find the properties of colleagues by owner or parcel', async () => {
    expect(addresses((await find(rep, 'ferncroft')).owners)).toEqual(['1018 Quince Street'])
    const { properties, owners, parcels } = await find(rep, 'estates')
    expect([properties, owners, parcels]).toEqual([[], [], []])
    expect((await find(rep, 'estates quince')).properties).toEqual([])
    expect(addresses((await find(rep, '49-00-0142')).parcels)).toEqual(['1018 Quince Street'])
  })

  it("finds no colleague's property if the tenant hides the team's doors", async () => {
    await setTeamDoors(false)
    expect(addresses((await find(rep, '101 quince')).properties)).toEqual(['1018 Quince Street', '2101 Quince Street'])
    await setTeamDoors(true)
  })

  it('finds a lead they created whose property is a colleague’s now', async () => {
    const { id } = await team.saveProperty(rep, {
      address: '3 Handover Hts',
      owner_name: 'Hollis Reassigned',
      parcel_id: '77-1234',
    })
    await rest(team.server.url, rep.token, 'POST', '/leads', { property_id: id, tag: 'gutter' })
    await rest(team.server.url, owner.token, 'PUT', `/properties/${id}`, { assigned_to: colleague.id })
    const [found] = (await find(rep, 'reassigned')).owners
    expect(found).toMatchObject({ id, limited: true, ownerName: 'Hollis Reassigned', parcelId: null })
    expect(found.lead.tag).toBe('GUTTER')
    expect((await find(rep, '77-1234')).parcels).toEqual([])
    await setTeamDoors(false)
    expect((await find(rep, 'handover')).properties).toHaveLength(1)
    await setTeamDoors(true)
  })

  it('finds no users', async () => {
    expect((await find(rep, 'sample rep')).users).toEqual([])
  })
})

describe('a global admin', () => {
  it('finds things of every tenant, or of the chosen one', async () => {
    const everywhere = await find(team.globalAdmin, 'ferncroft')
    expect(everywhere.owners).toHaveLength(3)
    expect((await find(team.globalAdmin, 'sample boss')).users).toHaveLength(1)
    const chosen = await rest(team.server.url, team.globalAdmin.token, 'GET', '/quick-find?q=ferncroft', undefined, {
      'x-tenant-id': team.otherTenant.tenantId,
    })
    expect(chosen.body['data'].owners).toHaveLength(1)
  })

  it('sees what a rep sees while viewing as a rep', async () => {
    const viewed = await rest(team.server.url, team.globalAdmin.token, 'GET', '/quick-find?q=sample', undefined, {
      'x-tenant-id': team.testTenant.tenantId,
      'x-impersonate-role': 'sales_rep',
    })
    expect(viewed.status).toBe(200)
    expect(viewed.body['data'].users).toEqual([])
  })
})

describe('any text', () => {
  it.each(['', '   ', '...', '-', '%', '_', "'", '\\', ';--'])('%j finds nothing', async (text) => {
    expect(await find(owner, text)).toEqual({ properties: [], owners: [], contacts: [], parcels: [], users: [] })
    const { status } = await rest(team.server.url, owner.token, 'GET', `/quick-find?q=${encodeURIComponent(text)}`)
    expect(status).toBe(200)
  })

  it.each([
    ['%quince', 3],
    ["quince'; drop table properties; --", 0],
    ['quince_street', 3],
    ['QUINCE   street', 3],
    ['ｑｕｉｎｃｅ', 3],
    [`quince ${'x'.repeat(4_000)}`, 0],
    [`${' '.repeat(500)}quince`, 3],
    ['101-%', 3],
  ])('%j finds %i properties', async (text, count) => {
    expect((await find(owner, text)).properties).toHaveLength(count)
  })

  it('finds names with accents, and people whose names have quotes', async () => {
    await addUser(team.db, team.testTenant.tenantId, 'admin', "Zoë O'Ñandú")
    expect((await find(owner, 'zoe onandu')).users).toHaveLength(1)
    expect((await find(owner, 'Ñand')).users).toHaveLength(1)
  })

  it('with characters that cannot be stored is refused', async () => {
    expect(await team.errorCode(owner, query, { query: 'quince\0' })).toBe('BAD_USER_INPUT')
    const { status } = await rest(team.server.url, owner.token, 'GET', '/quick-find?q=quince%00')
    expect(status).toBe(400)
  })

  it('needs a valid limit', async () => {
    for (const limit of ['x', '1.5', '1e999'])
      expect((await rest(team.server.url, owner.token, 'GET', `/quick-find?q=a&limit=${limit}`)).status).toBe(400)
  })
})
