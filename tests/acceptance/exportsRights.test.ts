import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSocketClient, graphql, nextValue, rest } from '../support/client.ts'
import { waitForJob } from '../support/imports.ts'
import { createServerFixture, type ServerFixture } from '../support/serverFixture.ts'
import { addSession, addUser, type TestUser } from '../support/testTenant.ts'

let fixture: ServerFixture
let url: string
let admin: TestUser
/** A list, and everything of the tenant. */
let jobIds: string[]

beforeAll(async () => {
  fixture = await createServerFixture({ propertiesPerRep: 1 })
  url = fixture.server.url
}, 120_000)
afterAll(() => fixture.teardown())

beforeEach(async () => {
  admin = await addUser(fixture.db, fixture.testTenant.tenantId, 'admin', 'Sample Admin')
  jobIds = []
  for (const body of [{ list: 'leads' }, { everything: true }]) {
    const started = await rest(url, admin.token, 'POST', '/exports', body)
    const job = await waitForJob(url, admin, started.body['data'].id as string)
    expect(job).toMatchObject({ status: 'done', error: null })
    jobIds.push(job['id'] as string)
  }
})

const change = async (path: string, body: object) =>
  expect((await rest(url, fixture.globalAdmin.token, 'PUT', `/users/${admin.id}${path}`, body)).status).toBe(200)

/** How each route to each job answers, as HTTP statuses and GraphQL codes. */
async function answersOf(token: string): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const id of jobIds) {
    for (const path of [`/jobs/${id}`, `/jobs/${id}/file`]) {
      const response = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
      await response.arrayBuffer()
      answers.push(response.status)
    }
    const { errors } = await graphql(url, token, `{ job(id: "${id}") { fileName errors { message } } }`)
    answers.push(errors?.[0]?.extensions.code ?? 'OK')
  }
  return answers
}

async function subscribe(token: string): Promise<string> {
  const client = createSocketClient(url, token)
  try {
    const query = `subscription { jobChanged(id: "${jobIds[0]}") { id } }`
    return (await nextValue<{ jobChanged: { id: string } }>(client, query, () => true)).jobChanged.id
  } finally {
    await client.dispose()
  }
}

describe('an export that an admin made', () => {
  it('can be read and downloaded by them', async () => {
    expect(await answersOf(admin.token)).toEqual([200, 200, 'OK', 200, 200, 'OK'])
    expect(await subscribe(admin.token)).toBe(jobIds[0])
  })

  it('cannot after they became a rep, by any route, until they may export again', async () => {
    await change('', { role: 'sales_rep' })
    expect(await answersOf(admin.token)).toEqual([403, 403, 'FORBIDDEN', 403, 403, 'FORBIDDEN'])
    await expect(subscribe(admin.token)).rejects.toThrow("You don't have permission to do this.")
    await change('', { role: 'owner' })
    expect(await answersOf(admin.token)).toEqual([200, 200, 'OK', 200, 200, 'OK'])
  })

  it('is unknown after they moved to another tenant', async () => {
    await change('', { tenant_id: fixture.otherTenant.tenantId })
    // Moving a person may end their sessions.
    const token = await addSession(fixture.db, admin.id)
    expect(await answersOf(token)).toEqual([404, 404, 'NOT_FOUND', 404, 404, 'NOT_FOUND'])
    await expect(subscribe(token)).rejects.toThrow('Job not found')
  })

  it('cannot after they were blocked', async () => {
    await change('/block', { blocked: true })
    expect(await answersOf(admin.token)).toEqual([401, 401, 'UNAUTHENTICATED', 401, 401, 'UNAUTHENTICATED'])
  })

  it('cannot while a global admin who made it views the app as a rep', async () => {
    const headers = { 'x-tenant-id': fixture.testTenant.tenantId }
    const { body } = await rest(url, fixture.globalAdmin.token, 'POST', '/exports', { list: 'users' }, headers)
    const { id } = await waitForJob(url, fixture.globalAdmin, body['data'].id as string, headers)
    const statusAs = async (role: string) =>
      (
        await rest(url, fixture.globalAdmin.token, 'GET', `/jobs/${id}`, undefined, {
          ...headers,
          'x-impersonate-role': role,
        })
      ).status
    expect([await statusAs('admin'), await statusAs('sales_rep')]).toEqual([200, 403])
  })
})
