import { afterAll, beforeAll, expect, it } from 'vitest'
import { publicMutations } from '../../api/domain/operations.ts'
import { features } from '../../api/routes/all.ts'
import { graphql, rest } from '../support/client.ts'
import { matrix } from './permissions/permissionMatrix.ts'
import { createPermissionFixture, type PermissionFixture } from './permissions/permissionFixture.ts'

let fixture: PermissionFixture
let key: string
let headers: Record<string, string>
const refusal = 'This API key is read-only. Use a key with full access, or sign in.'

beforeAll(async () => {
  fixture = await createPermissionFixture()
  headers = { 'x-tenant-id': fixture.own.tenantId }
  const made = await rest(fixture.url, fixture.globalAdmin.token, 'POST', '/api-keys', {
    name: 'Sample export',
    scope: 'read',
    expires_in_days: 1,
  })
  expect(made.status).toBe(201)
  key = made.body['data'].token
}, 60_000)
afterAll(() => fixture.teardown())

/** Login and registration are public, so the key is not checked. */
const isOpen = (document: string) => new RegExp(`{ (${[...publicMutations].join('|')})\\(`).test(document)
const mutations = matrix.flatMap(({ graphql: document, ...row }) =>
  document?.startsWith('mutation') && !isOpen(document) ? [{ document, row }] : [],
)

it.each(mutations)('a read-only key cannot call $document', async ({ document, row }) => {
  const variables = {
    ...(row.thing ? { id: await fixture.make(row.thing, fixture.own.tenantId, fixture.own.reps[0]!.id) } : {}),
    ...(row.thing === 'pendingUser' ? { tenantId: fixture.own.tenantId } : {}),
    ...row.variables?.(),
  }
  const { errors, data } = await graphql(fixture.url, key, document, variables, headers)
  expect([errors?.[0].message, errors?.[0].extensions.code, data ?? null]).toEqual([refusal, 'FORBIDDEN', null])
})

/** POST routes that a read-only key may call: they change nothing or are public. */
const allowedCalls = new Set(
  features.flatMap(({ routes }) =>
    routes.flatMap(({ method, path, readOnly: reads, access }) =>
      reads || access === 'public' ? [`${method.toUpperCase()} ${path}`] : [],
    ),
  ),
)
const changing = matrix.flatMap(({ rest: call, ...row }) => {
  const [method, path] = call?.split(' ') ?? []
  return call && path && method !== 'GET' && !allowedCalls.has(call.split('?')[0]!)
    ? [{ call, method: method!, path, row }]
    : []
})

it.each(changing)('a read-only key cannot call $call', async ({ method, path, row }) => {
  const id = row.thing ? await fixture.make(row.thing, fixture.own.tenantId, fixture.own.reps[0]!.id) : 'unknown'
  const filled = path.replace(/:id|:event_id/, id)
  const { status, body } = await rest(fixture.url, key, method, filled, row.body?.(id), headers)
  expect([status, body['detail']]).toEqual([403, refusal])
})

it('only lookups are exempt, and what needs no sign-in', () => {
  const posts = [...allowedCalls].filter((call) => !call.startsWith('GET'))
  expect(posts.sort()).toEqual([
    'POST /auth/accept-invitation',
    'POST /auth/confirm-email',
    'POST /auth/forgot-password',
    'POST /auth/invitation',
    'POST /auth/login',
    'POST /auth/register',
    'POST /auth/register-company',
    'POST /auth/reset-password',
    'POST /auth/set-up',
    'POST /crm/route',
    'POST /regrid/search-by-coordinates',
    'POST /templates/preview/:id',
    'POST /territories/around',
    'POST /territories/preview',
    'POST /territories/split',
  ])
})
