import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rest } from '../support/client.ts'
import { createBomb, createPhoto } from '../support/photos.ts'
import { createServerFixture, type ServerFixture } from '../support/serverFixture.ts'
import { addUser, type TestUser } from '../support/testTenant.ts'

let fixture: ServerFixture
let admin: TestUser

beforeAll(async () => {
  fixture = await createServerFixture()
  admin = await addUser(fixture.db, fixture.testTenant.tenantId, 'admin', 'Sample Admin')
}, 60_000)
afterAll(() => fixture.teardown())

const svg = (content: string, attributes = 'width="24" height="12"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`)

async function upload(content: Buffer, person: TestUser = fixture.owner) {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(content)]), 'logo')
  const response = await fetch(`${fixture.server.url}/api/tenants/current/logo`, {
    ...{ method: 'PUT', body: form, headers: { authorization: `Bearer ${person.token}` } },
  })
  const body = (await response.json()) as { detail?: string; data?: { logo_url: string | null } }
  return { status: response.status, detail: body.detail, logoUrl: body.data?.logo_url }
}
const read = (path: string, headers: Record<string, string> = {}) => fetch(`${fixture.server.url}${path}`, { headers })

describe('the logo of a company', () => {
  it.each([
    ['a PNG', () => createPhoto().png().toBuffer(), { width: 40, height: 20 }],
    ['a JPEG', () => createPhoto().toBuffer(), { width: 40, height: 20 }],
    ['an SVG', () => svg('<rect width="24" height="12" fill="#0a0"/>'), { width: 512, height: 256 }],
    ['a large PNG', () => createPhoto().resize(2_000, 1_000).png().toBuffer(), { width: 512, height: 256 }],
  ])('is %s, stored as a small PNG that needs no session', async (_name, make, size) => {
    const { status, logoUrl } = await upload(await make())
    expect([status, logoUrl]).toEqual([
      200,
      expect.stringMatching(/^\/api\/tenants\/[\da-f-]{36}\/logo\?v=[\da-f]{16}$/),
    ])
    const response = await read(logoUrl!)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await sharp(Buffer.from(await response.arrayBuffer())).metadata()).toMatchObject({ format: 'png', ...size })
    const etag = response.headers.get('etag')!
    expect((await read(logoUrl!.split('?')[0]!, { 'If-None-Match': etag })).status).toBe(304)
    const { currentTenant } = await fixture.execute(fixture.rep, '{ currentTenant { logoUrl } }')
    expect(currentTenant.logoUrl).toBe(logoUrl)
  })

  it('is set and removed by the owner alone, each change is recorded once, and other companies keep theirs', async () => {
    const content = svg('<circle cx="6" cy="6" r="5"/>')
    for (const person of [fixture.rep, admin]) expect((await upload(content, person)).status).toBe(403)
    expect((await upload(content, fixture.globalAdmin)).status).toBe(422)
    const theirs = await upload(svg('<rect width="3" height="3"/>'), fixture.otherTenant.owner)
    const { rows } = await fixture.db.query(
      'select coalesce(max(position), 0)::int as head from activity_events where tenant_id = $1',
      [fixture.testTenant.tenantId],
    )
    const { logoUrl } = await upload(content)
    expect((await upload(content)).logoUrl).toBe(logoUrl)
    const remove = 'mutation { removeCompanyLogo { logoUrl } }'
    expect(await fixture.errorCode(admin, remove)).toBe('FORBIDDEN')
    for (let times = 0; times < 2; times += 1)
      expect((await fixture.execute(fixture.owner, remove))['removeCompanyLogo']).toEqual({ logoUrl: null })
    expect((await read(logoUrl!)).status).toBe(404)
    expect((await read(theirs.logoUrl!)).status).toBe(200)
    expect((await read('/api/tenants/01900000-0000-7000-8000-000000000000/logo')).status).toBe(404)
    const changes = await fixture.db.query(
      `select data->'fields' as fields from activity_events where tenant_id = $1 and type = 'TenantUpdated' and position > $2`,
      [fixture.testTenant.tenantId, rows[0].head],
    )
    expect(changes.rows).toEqual([{ fields: ['logo'] }, { fields: ['logo'] }])
  })

  it.each([
    ['scripts', svg('<script>alert(1)</script>'), /scripts or parts of a web page/],
    ['a web page', svg('<foreignObject><p>x</p></foreignObject>'), /scripts or parts of a web page/],
    ['an image elsewhere', svg('<image href="http://127.0.0.1/x.png"/>'), /outside itself/],
    ['a file', svg('<image xlink:href="file:///etc/passwd"/>'), /outside itself/],
    ['a style elsewhere', svg('<style>@import "x.css";</style>'), /outside itself/],
    ['a font elsewhere', svg('<style>a { src: url(https://x.example/f) }</style>'), /outside itself/],
    [
      'entities',
      Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>'),
      /entities/,
    ],
    ['too many pixels', svg('', 'width="100000" height="100000"'), /too many pixels/],
    ['too many bytes', svg(`<!-- ${'x'.repeat(300_000)} -->`), /too large: at most 256 kB/],
    ['an end missing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect'), /damaged/],
    ['another encoding', Buffer.concat([Buffer.from('<svg><text>'), Buffer.from([0xff, 0xfe])]), /UTF-8/],
  ])('is refused with a reason as an SVG with %s', async (_name, content, reason) => {
    const { status, detail } = await upload(content)
    expect([status, detail]).toEqual([422, expect.stringMatching(reason)])
  })

  it('is refused if it is too large, of another type, a bomb, or missing', async () => {
    expect((await upload(Buffer.alloc(513 * 1024, 'x'))).status).toBe(413)
    expect((await upload(Buffer.from('GIF89a'))).status).toBe(415)
    const bomb = await upload(await createBomb(50_000, 50_000, createPhoto().png()))
    expect([bomb.status, bomb.detail]).toEqual([422, expect.stringMatching(/too many pixels/)])
    // Each use draws ten of the one before.
    const uses = Array.from({ length: 12 }, (_, n) => `<g id="g${n + 1}">${`<use href="#g${n}"/>`.repeat(10)}</g>`)
    const nested = await upload(svg(`<rect id="g0" width="1" height="1"/>${uses.join('')}<use href="#g12"/>`))
    expect([nested.status, nested.detail]).toEqual([422, expect.stringMatching(/repeats too many/)])
  })
})

describe('the logo on the page of an invitation', () => {
  const offerOf = async (token: string) =>
    (await rest(fixture.server.url, null, 'POST', '/auth/invitation', { token })) as {
      status: number
      body: { data?: { logo_url: string | null } }
    }

  it('is told to whoever has the token, and to nobody else', async () => {
    const { logoUrl } = await upload(await createPhoto().png().toBuffer())
    const made = await rest(fixture.server.url, fixture.owner.token, 'POST', '/invitations', { role: 'sales_rep' })
    const token = (made.body['data'].url as string).split('/').at(-1)!
    const offered = await offerOf(token)
    expect([offered.status, offered.body.data?.logo_url]).toEqual([200, logoUrl])
    expect((await read(logoUrl!)).status).toBe(200)
    // The token begins with the id of the tenant: with another secret it tells nothing.
    const guessed = await offerOf(token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A'))
    expect([guessed.status, JSON.stringify(guessed.body).includes('logo')]).toEqual([404, false])

    await rest(fixture.server.url, fixture.owner.token, 'DELETE', '/tenants/current/logo')
    expect((await offerOf(token)).body.data?.logo_url).toBeNull()
  })
})

describe('the settings of the own company', () => {
  it('are changed by its owner, by REST and by GraphQL', async () => {
    const put = (person: TestUser, body: object) =>
      rest(fixture.server.url, person.token, 'PUT', '/tenants/current', body)
    const { status, body } = await put(fixture.owner, {
      company_name: 'Sample Gutters LLC',
      time_zone: 'America/Chicago',
    })
    expect([status, body.data.company_name, body.data.time_zone]).toEqual([
      200,
      'Sample Gutters LLC',
      'America/Chicago',
    ])
    const update =
      'mutation ($input: UpdateTenantInput!) { updateCompany(input: $input) { companyName teamDoorsVisible } }'
    const changed = await fixture.execute(fixture.owner, update, { input: { teamDoorsVisible: false } })
    expect(changed['updateCompany']).toEqual({ companyName: 'Sample Gutters LLC', teamDoorsVisible: false })
    for (const person of [fixture.rep, admin]) {
      expect((await put(person, { company_name: 'Mine' })).status).toBe(403)
      expect(await fixture.errorCode(person, update, { input: {} })).toBe('FORBIDDEN')
    }
    expect((await put(fixture.globalAdmin, {})).body.detail).toBe('Choose a tenant first')
    const other = await fixture.execute(fixture.otherTenant.owner, '{ currentTenant { companyName } }')
    expect(other['currentTenant'].companyName).not.toBe('Sample Gutters LLC')
  })
})
