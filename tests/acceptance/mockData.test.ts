import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rest } from '../support/client.ts'
import { createPermissionFixture, type PermissionFixture } from './permissions/permissionFixture.ts'

let fixture: PermissionFixture
beforeAll(async () => {
  fixture = await createPermissionFixture()
}, 60_000)
afterAll(() => fixture.teardown())

const get = (path: string, headers: Record<string, string> = {}) =>
  rest(fixture.url, fixture.globalAdmin.token, 'GET', path, undefined, headers)
const keysOf = (thing: object) => Object.keys(thing).sort()

const routes = [
  '/mock/properties',
  '/mock/leads',
  '/mock/users',
  '/mock/activity/stats',
  '/mock/finops/summary',
  '/mock/sales/performance',
]

describe('the mock routes', () => {
  it('respond only to mock=true, and reject other requests with the reason', async () => {
    for (const path of routes) {
      for (const [query, expected] of [
        ['', 422],
        ['?mock=false', 400],
        ['?mock=1', 400],
      ] as const) {
        const { status, body } = await get(`${path}${query}`)
        expect([path, query, status]).toEqual([path, query, expected])
        expect(JSON.stringify(body)).toContain('Set mock=true')
      }
      expect((await get(`${path}?mock=true`)).status).toBe(200)
    }
  })

  it('return the same fields as the real routes', async () => {
    const { own, make } = fixture
    await make('lead', own.tenantId, own.reps[0]!.id)
    for (const list of ['properties', 'leads', 'users']) {
      const real = (await get(`/${list}`)).body
      const mocked = (await get(`/mock/${list}?mock=true`)).body
      expect(keysOf(mocked)).toEqual(keysOf(real))
      expect([list, keysOf(mocked['data'][0])]).toEqual([list, keysOf(real['data'][0])])
    }
    const routePairs = [
      ['/mock/activity/stats?mock=true', '/activity/stats'],
      ['/mock/finops/summary?mock=true', '/finops/usage/summary'],
      ['/mock/sales/performance?mock=true', '/crm/sales-performance'],
    ] as const
    for (const [mockPath, realPath] of routePairs) {
      const tenant = { 'x-tenant-id': own.tenantId }
      const [mocked, real] = [(await get(mockPath)).body, (await get(realPath, tenant)).body]
      expect(keysOf(mocked)).toEqual(keysOf(real))
      expect([mockPath, keysOf(mocked['data'])]).toEqual([mockPath, expect.arrayContaining(keysOf(real['data']))])
    }
  })

  it('are paged, and write nothing', async () => {
    const log = () => get('/activity/logs?limit=1').then(({ body }) => body['total'] as number)
    const before = await log()
    const first = (await get('/mock/leads?mock=true&limit=10')).body
    const second = (await get('/mock/leads?mock=true&limit=10&offset=10')).body
    expect([first['total'], second['total']]).toEqual([96, 96])
    expect(new Set([...first['data'], ...second['data']].map(({ id }) => id)).size).toBe(20)
    for (const path of routes) await get(`${path}?mock=true`)
    expect(await log()).toBe(before)
  })
})

describe('the flyer', () => {
  it('is a self-contained page that only our own pages may frame', async () => {
    const { status, headers, body } = await rest(fixture.url, null, 'GET', '/legacy/static/flyer.html')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    const policy = headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]+=*'; /)
    expect(policy).toContain("frame-ancestors 'self'")
    const page = body['text'] as string
    expect(page).toContain('(555) 0100-142')
    expect(page).not.toMatch(/<script|https?:|\bsrc=|\bhref=/)
  })
})
