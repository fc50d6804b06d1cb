import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { rest } from '../support/client.ts'
import { createBomb, createPhoto, photoForm, uploadPhoto } from '../support/photos.ts'
import { createServerFixture, type Json, type ServerFixture } from '../support/serverFixture.ts'
import type { TestUser } from '../support/testTenant.ts'

let fixture: ServerFixture

beforeAll(async () => {
  fixture = await createServerFixture({ propertiesPerRep: 3 })
}, 60_000)
afterAll(() => fixture.teardown())

const door = (n: number) => fixture.testTenant.properties[0]![n]!

async function upload(content?: Buffer, person: TestUser = fixture.rep, headers = {}) {
  return uploadPhoto(fixture.server.url, person.token, await photoForm(content), headers)
}

async function uploadId(content?: Buffer, person?: TestUser): Promise<string> {
  const { status, body } = await upload(content, person)
  expect([status, body]).toEqual([201, { data: { id: expect.any(String) } }])
  return body['data'].id as string
}

async function download(id: string, person: TestUser = fixture.rep, headers: Record<string, string> = {}) {
  const response = await fetch(`${fixture.server.url}/api/photos/${id}`, {
    headers: { authorization: `Bearer ${person.token}`, ...headers },
  })
  return { status: response.status, headers: response.headers, content: Buffer.from(await response.arrayBuffer()) }
}

async function knockAt(propertyId: string, more: object, person: TestUser = fixture.rep): Promise<string> {
  const { logKnock } = await fixture.execute(
    person,
    'mutation ($input: KnockInput!) { logKnock(input: $input) { eventId } }',
    { input: { propertyId, outcome: 'TALKED', ...more } },
  )
  return logKnock.eventId as string
}

describe('an uploaded photo', () => {
  it('is stored upright and without its metadata', async () => {
    const withPlace = await createPhoto()
      .withExif({ IFD0: { Copyright: 'Sample Rep' }, IFD3: { GPSLatitude: '39/1 46/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect(await sharp(withPlace).metadata()).toMatchObject({ orientation: 6, exif: expect.anything() })
    const { status, headers, content } = await download(await uploadId(withPlace))
    expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const metadata = await sharp(content).metadata()
    expect(metadata).toMatchObject({ format: 'jpeg', width: 20, height: 40 })
    expect([metadata.exif, metadata.orientation, metadata.icc]).toEqual([undefined, undefined, undefined])
    // Turned by 90 degrees to the right, the red left half is at the top.
    const [red, , blue] = await sharp(content).extract({ left: 10, top: 5, width: 1, height: 1 }).raw().toBuffer()
    expect(red).toBeGreaterThan(200)
    expect(blue).toBeLessThan(60)
  })

  it('is kept by no cache, so that another user of the device cannot find it there, and sent as what it is', async () => {
    const png = await createPhoto().png().toBuffer()
    const { headers, content } = await download(await uploadId(png))
    expect(headers.get('content-type')).toBe('image/png')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual([
      'no-store',
      expect.stringMatching(/Authorization/),
    ])
    expect((await sharp(content).metadata()).format).toBe('png')
  })

  it('is reduced to 2,048 pixels', async () => {
    const large = await sharp({ create: { width: 4_000, height: 1_000, channels: 3, background: '#888' } })
      .jpeg()
      .toBuffer()
    const { content } = await download(await uploadId(large))
    expect(await sharp(content).metadata()).toMatchObject({ width: 2_048, height: 512 })
  })

  it('is saved once for an Idempotency-Key', async () => {
    const key = { 'idempotency-key': uuidv7() }
    const [first, again] = [await upload(undefined, fixture.rep, key), await upload(undefined, fixture.rep, key)]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const other = await createPhoto().negate().toBuffer()
    expect((await upload(other, fixture.rep, key)).status).toBe(422)
  })
})

describe('an upload is rejected', () => {
  it('if it is too large, not an image, another format, or damaged', async () => {
    const photo = await createPhoto().toBuffer()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    const webp = await createPhoto().webp().toBuffer()
    const cases: [number, Buffer][] = [
      [413, Buffer.concat([photo, randomBytes(1024 * 1024)])],
      [413, Buffer.concat([photo, randomBytes(2 * 1024 * 1024)])],
      [415, svg],
      [415, webp],
      [415, Buffer.from('GIF89a')],
      [415, Buffer.alloc(0)],
      [422, photo.subarray(0, 120)],
    ]
    for (const [index, [status, content]] of cases.entries())
      expect([index, (await upload(content)).status]).toEqual([index, status])
    expect((await rest(fixture.server.url, fixture.rep.token, 'POST', '/photos', {})).status).toBe(415)
    const empty = await uploadPhoto(fixture.server.url, fixture.rep.token, new FormData())
    expect(empty.status).toBe(422)
  }, 60_000)

  it('with a clear answer if its header declares too many pixels, while other requests are served', async () => {
    const bombs = await Promise.all([
      createBomb(12_000, 12_000, createPhoto().png()),
      createBomb(5_000, 5_000, createPhoto().png({ progressive: true })),
      createBomb(60_000, 60_000),
    ])
    const sent = [...bombs, ...bombs, ...bombs, ...bombs].map((bomb) => upload(bomb))
    const health = await Promise.all(sent.map(() => fetch(`${fixture.server.url}/api/health`)))
    expect(health.map(({ status }) => status)).toEqual(sent.map(() => 200))
    for (const { status, body } of await Promise.all(sent))
      expect([status, body['detail']]).toEqual([422, expect.stringMatching(/too many pixels: at most \d+ million/)])
  })

  it('of a read-only key, of a global admin who views as a person or has no tenant, and without a session', async () => {
    const { execute, rep, globalAdmin, testTenant } = fixture
    const { createApiKey } = await execute(
      rep,
      'mutation { createApiKey(input: { name: "Photos", scope: READ, expiresInDays: 1 }) { token } }',
    )
    expect((await upload(undefined, { id: '', token: createApiKey.token as string })).status).toBe(403)
    const tenant = { 'x-tenant-id': testTenant.tenantId }
    const asRep = { ...tenant, 'x-impersonate-role': 'sales_rep', 'x-impersonate-user': rep.id }
    expect((await upload(undefined, globalAdmin, asRep)).status).toBe(403)
    expect((await upload(undefined, globalAdmin)).status).toBe(422)
    expect((await upload(undefined, globalAdmin, tenant)).status).toBe(201)
    expect((await upload(undefined, { id: '', token: 'none' })).status).toBe(401)
  })
})

describe('a photo of a knock', () => {
  it('is in the history and the knocks of the property with its others, in their order, with the distance to the house', async () => {
    const photoIds = [await uploadId(), await uploadId(), await uploadId()].toReversed()
    const photoId = photoIds[0]!
    const { rows } = await fixture.db.query('select lat, lng from properties where id = $1', [door(0)])
    const lat = (rows[0].lat as number) + 0.001
    await knockAt(door(0), { photoIds, lat, lng: rows[0].lng, accuracyMeters: 12.5, note: 'Porch light' })
    await knockAt(door(0), {})
    const fields = 'note photoIds photoId accuracyMeters distanceMeters'
    const { property } = await fixture.execute(
      fixture.rep,
      `query ($id: ID!) { property(id: $id) { knocks { ${fields} } newest: knocks(first: 1) { note }
        history(first: 2) { edges { node { ${fields} } } } } }`,
      { id: door(0) },
    )
    const withPhoto = {
      note: 'Porch light',
      photoIds,
      photoId,
      accuracyMeters: 12.5,
      distanceMeters: expect.closeTo(111.3, 0),
    }
    const without = { note: null, photoIds: [], photoId: null, accuracyMeters: null, distanceMeters: null }
    expect(property.knocks).toEqual([without, withPhoto])
    expect(property.newest).toEqual([{ note: null }])
    expect(property.history.edges.map(({ node }: Json) => node as Json)).toEqual([without, withPhoto])
    const listed = await rest(fixture.server.url, fixture.rep.token, 'GET', `/properties/${door(0)}/knocks`)
    expect(listed.body['data'][1]).toMatchObject({
      note: 'Porch light',
      photo_ids: photoIds,
      photo_id: photoId,
      accuracy_meters: 12.5,
      distance_meters: expect.closeTo(111.3, 0),
    })
    const colleague = await rest(fixture.server.url, fixture.colleague.token, 'GET', `/properties/${door(0)}/knocks`)
    expect(colleague.status).toBe(404)
  })

  it('can only be one that the rep uploaded', async () => {
    const theirs = await uploadId(undefined, fixture.colleague)
    const own = await uploadId()
    for (const photos of [
      { photo_id: theirs },
      { photo_id: uuidv7() },
      { photo_ids: [own, theirs] },
      { photo_id: 'x' },
    ]) {
      const knock = { property_id: door(0), outcome: 'talked', ...photos }
      const { status, body } = await rest(fixture.server.url, fixture.rep.token, 'POST', '/crm/door-knocks', knock)
      expect([status, body['detail']]).toEqual([404, 'Photo not found'])
    }
  })

  it('is named once, among at most six, and as the first of them if it is named alone', async () => {
    const ids = await Promise.all(Array.from({ length: 7 }, () => uploadId()))
    const send = (photos: object) => {
      const knock = { property_id: door(0), outcome: 'talked', ...photos }
      return rest(fixture.server.url, fixture.rep.token, 'POST', '/crm/door-knocks', knock)
    }
    for (const [photos, message] of [
      [{ photo_ids: ids }, 'A knock has at most 6 photos.'],
      [{ photo_ids: [ids[0], ids[1], ids[0]!.toUpperCase()] }, 'A knock has each photo once.'],
      [{ photo_ids: ids.slice(0, 2), photo_id: ids[1] }, 'photo_id is the first of photo_ids.'],
    ] as const) {
      const { status, body } = await send(photos)
      expect([status, body['detail'], body['errors']]).toEqual([422, message, { photo_ids: message }])
    }
    expect((await send({ photo_ids: ids.slice(1), photo_id: ids[1] })).status).toBe(201)
  })

  it('belongs to the knock that is sent again, which is another one with other photos', async () => {
    const photoIds = [await uploadId(), await uploadId()]
    const eventId = uuidv7()
    expect(await knockAt(door(0), { photoIds, eventId })).toBe(eventId)
    expect(await knockAt(door(0), { photoIds, photoId: photoIds[0], eventId })).toBe(eventId)
    for (const others of [photoIds.toReversed(), photoIds.slice(0, 1), []]) {
      const knock = { property_id: door(0), outcome: 'talked', photo_ids: others, event_id: eventId }
      expect((await rest(fixture.server.url, fixture.rep.token, 'POST', '/crm/door-knocks', knock)).status).toBe(409)
    }
    const { rows } = await fixture.db.query(
      'select photo_id as id from knock_photos where knock_id = $1 order by place',
      [eventId],
    )
    expect(rows.map(({ id }) => id as string)).toEqual(photoIds)
  })

  it('is read by its rep, the rep of the property and managers, and nobody else', async () => {
    const { rep, colleague, owner, globalAdmin, otherTenant, testTenant } = fixture
    const photoId = await uploadId(undefined, colleague)
    const statusFor = async (person: TestUser, headers = {}) => (await download(photoId, person, headers)).status
    expect(await statusFor(rep)).toBe(404)
    const first = await uploadId(undefined, colleague)
    await knockAt(door(1), { photoIds: [first, photoId] }, colleague)
    expect([await statusFor(colleague), await statusFor(rep), await statusFor(owner)]).toEqual([200, 200, 200])
    await fixture.db.query('update properties set assigned_to = $2 where id = $1', [door(1), owner.id])
    expect([await statusFor(colleague), await statusFor(rep)]).toEqual([200, 404])
    expect([await statusFor(otherTenant.reps[0]!), await statusFor(otherTenant.owner)]).toEqual([404, 404])
    const tenant = { 'x-tenant-id': testTenant.tenantId }
    expect([await statusFor(globalAdmin), await statusFor(globalAdmin, tenant)]).toEqual([200, 200])
    expect(await statusFor(globalAdmin, { 'x-tenant-id': otherTenant.tenantId })).toBe(404)
    const asRep = { ...tenant, 'x-impersonate-role': 'sales_rep', 'x-impersonate-user': rep.id }
    const asColleague = { ...asRep, 'x-impersonate-user': colleague.id }
    expect([await statusFor(globalAdmin, asRep), await statusFor(globalAdmin, asColleague)]).toEqual([404, 200])
    await fixture.db.query('update properties set assigned_to = $2 where id = $1', [door(1), rep.id])
  })

  it('is deleted with the property; the knock that is sent again is still known', async () => {
    const photoIds = [await uploadId(), await uploadId(), await uploadId()]
    const { id } = await fixture.saveProperty(fixture.rep)
    const eventId = uuidv7()
    await knockAt(id as string, { photoIds, eventId })
    // A knock elsewhere has the last one, too.
    await knockAt(door(0), { photoIds: photoIds.slice(2) })
    const { status } = await rest(fixture.server.url, fixture.owner.token, 'DELETE', `/properties/${id as string}`)
    expect(status).toBe(200)
    expect((await download(photoIds[0]!)).status).toBe(404)
    const { rows } = await fixture.db.query('select id from photos where id = any($1)', [photoIds])
    expect(rows).toEqual([{ id: photoIds[2] }])
    expect(await knockAt(id as string, { photoIds, eventId })).toBe(eventId)
  })
})

it('gives at most the newest 100 knocks of each property', async () => {
  const inputs = Array.from({ length: 103 }, (_, n) => ({
    propertyId: door(2),
    outcome: 'TALKED',
    note: `${n}`,
    occurredAt: new Date(Date.now() - (200 - n) * 1_000).toISOString(),
  }))
  await fixture.execute(fixture.rep, 'mutation ($inputs: [KnockInput!]!) { logKnocks(inputs: $inputs) { error } }', {
    inputs,
  })
  const { property } = await fixture.execute(
    fixture.rep,
    'query ($id: ID!) { property(id: $id) { knocks { note } most: knocks(first: 500) { note } few: knocks(first: 2) { note } } }',
    { id: door(2) },
  )
  expect(property.knocks).toEqual(
    inputs
      .slice(3)
      .map(({ note }) => ({ note }))
      .toReversed(),
  )
  expect(property.most).toEqual(property.knocks)
  expect(property.few).toEqual(property.knocks.slice(0, 2))
})
