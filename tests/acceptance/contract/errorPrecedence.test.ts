import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reachOf, type Action, type Actor } from '../../../api/domain/permissions.ts'
import { allRoutes } from '../../../api/routes/all.ts'
import type { RouteDescription } from '../../../api/rest/routeDefinition.ts'
import { rest } from '../../support/client.ts'
import { createPermissionFixture, type PermissionFixture } from '../permissions/permissionFixture.ts'

let fixture: PermissionFixture

beforeAll(async () => {
  fixture = await createPermissionFixture()
}, 60_000)
afterAll(() => fixture.teardown())

const protectedRoutes = allRoutes().filter(({ access }) => access !== 'public')
const rep = { role: 'sales_rep', viewedRole: null } as Actor
const forbiddenToReps = protectedRoutes.filter(
  ({ access }) => access !== 'session' && access !== 'signedIn' && !reachOf(rep, access as Action),
)

/** A malformed request: broken JSON and invalid query parameters. */
function sendMalformed({ method, path }: RouteDescription, token: string | null) {
  const filled = `${path.replaceAll(/:\w+/g, 'nonsense')}?limit=many&days=x&period=century&mock=perhaps`
  const headers = { 'content-type': 'application/json' }
  return rest(fixture.url, token, method.toUpperCase(), filled, method === 'get' ? undefined : '{"broken', headers)
}

describe('a malformed request', () => {
  it('is answered 401 by every authenticated route without a session', async () => {
    const others: string[] = []
    for (const route of protectedRoutes) {
      const { status } = await sendMalformed(route, null)
      if (status !== 401) others.push(`${route.method} ${route.path}: ${status}`)
    }
    expect(protectedRoutes.length).toBeGreaterThan(50)
    expect(others).toEqual([])
  })

  it('is answered 403 by every route that the role may not call', async () => {
    const others: string[] = []
    for (const route of forbiddenToReps) {
      const { status } = await sendMalformed(route, fixture.own.reps[0]!.token)
      if (status !== 403) others.push(`${route.method} ${route.path}: ${status}`)
    }
    expect(forbiddenToReps.length).toBeGreaterThan(20)
    expect(others).toEqual([])
  })

  it('is answered 415 when it is not JSON, 405 for another method, 404 for an unknown path', async () => {
    const { token } = fixture.own.owner
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const kind = await rest(fixture.url, token, 'POST', '/leads', 'tag=storm', form)
    expect([kind.status, kind.body['detail']]).toEqual([415, 'Send the body as application/json.'])
    const method = await rest(fixture.url, token, 'PATCH', '/leads/1', {})
    expect([method.status, method.headers.get('allow')]).toEqual([405, 'GET, PUT, DELETE'])
    const path = await rest(fixture.url, token, 'GET', '/lead')
    expect([path.status, path.body['detail']]).toEqual([404, 'There is no such route.'])
  })

  it('is answered 400 with the reason when the caller is authorized', async () => {
    const received = await rest(fixture.url, fixture.own.owner.token, 'POST', '/leads', '{"broken')
    expect([received.status, received.body['detail']]).toEqual([400, 'The request body is not valid JSON.'])
    for (const value of ['5', '"storm"', 'true', 'null']) {
      const lone = await rest(fixture.url, fixture.own.owner.token, 'POST', '/leads', value)
      expect([value, lone.status, lone.body['detail']]).toEqual([value, 400, 'Send a JSON object.'])
    }
    const field = await rest(fixture.url, fixture.own.owner.token, 'GET', '/leads?limit=many')
    expect([field.status, Object.keys(field.body['errors'])]).toEqual([400, ['limit']])
  })
})
