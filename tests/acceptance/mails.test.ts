import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { rest } from '../support/client.ts'
import { createMailFixture } from '../support/mailFixture.ts'
import { addUser, setPassword } from '../support/testTenant.ts'

const fixture = await createMailFixture()
const mails = fixture.mailServer
afterAll(() => fixture.teardown())

const password = 'words of before'

const post = (token: string | null, path: string, body: object, headers = {}) =>
  rest(fixture.server.url, token, 'POST', path, body, headers)
const subjectsTo = (to: string) =>
  mails.received.filter(({ recipients }) => recipients.includes(to)).map(({ subject }) => subject)
async function setEmail(id: string): Promise<string> {
  const email = `${randomUUID()}@sample.example`
  await fixture.db.query('update users set email = $2, email_key = $2 where id = $1', [id, email])
  return email
}

it('global admins learn of an account that waits, and its user that it was approved', async () => {
  const [admin, email] = [await setEmail(fixture.globalAdmin.id), `${randomUUID()}@sample.example`]
  await post(null, '/auth/register', { email, full_name: 'Sam Sample', password })
  await expect
    .poll(() => subjectsTo(admin), { timeout: 20_000 })
    .toEqual(['Sam Sample waits for approval on Porchlight'])
  const { rows } = await fixture.db.query('select id from users where email = $1', [email])
  const approval = { tenant_id: fixture.testTenant.tenantId, role: 'sales_rep' }
  expect((await post(fixture.globalAdmin.token, `/users/${rows[0].id}/approve`, approval)).status).toBe(200)
  await expect
    .poll(() => subjectsTo(email), { timeout: 20_000 })
    .toEqual([expect.stringMatching(/^You can sign in to .* on Porchlight$/)])
})

it('a user learns of a sign-in on another device, not of the first or of a known one, and of too many failed ones', async () => {
  const person = await addUser(fixture.db, fixture.testTenant.tenantId, 'sales_rep', 'Sample Person')
  await setPassword(fixture.db, person.id, password)
  const email = await setEmail(person.id)
  const signIn = (cookie?: string, guess = password) =>
    post(null, '/auth/login', { email, password: guess }, { 'x-forwarded-for': '192.0.2.7', ...(cookie && { cookie }) })
  const first = await signIn()
  const device = first.headers.get('set-cookie')!.split(';')[0]!
  expect((await signIn(device)).status).toBe(200)
  expect((await signIn()).status).toBe(200)
  await expect.poll(() => subjectsTo(email), { timeout: 20_000 }).toEqual(['New sign-in to Porchlight'])
  expect(mails.received.at(-1)!.text).toContain('192.0.2.x')
  for (let n = 0; n < 11; n += 1) await signIn(undefined, `guess ${n}`)
  await expect
    .poll(() => subjectsTo(email), { timeout: 20_000 })
    .toEqual(['New sign-in to Porchlight', 'Too many failed sign-ins to Porchlight'])
})

it('whoever asked for an export that took longer than a minute learns that it is ready', async () => {
  const { owner, testTenant, db } = fixture
  const email = await setEmail(owner.id)
  const { rows } = await db.query('select id from sessions where user_id = $1', [owner.id])
  const requester = { sessionId: rows[0].id, requestId: randomUUID(), viewedRole: null, tenantId: testTenant.tenantId }
  await db.query(
    `insert into jobs (tenant_id, id, kind, status, input, created_by, requester, created_at)
     values ($1, $2, 'export', 'queued', '{"selection": {"list": "users", "filter": {}}, "bom": false}', $3, $4, now() - interval '2 minutes')`,
    [testTenant.tenantId, randomUUID(), owner.id, requester],
  )
  await expect.poll(() => subjectsTo(email), { timeout: 40_000 }).toEqual(['Your export from Porchlight is ready'])
  expect(mails.received.at(-1)!.text).toContain('The export of users is ready.')
})

it('managers learn of a webhook that is disabled because it does not work, and global admins that backups begin to fail', async () => {
  const { owner, globalAdmin, testTenant, db } = fixture
  const [manager, admin] = [await setEmail(owner.id), await setEmail(globalAdmin.id)]
  await db.query(
    `insert into webhooks (tenant_id, id, url, types, secret, created_by, created_at, position, failing_since)
     values ($1, $2, 'https://hooks.sample.example/path', '{*}', 'whsec_sample', $3, now(), 0, now() - interval '25 hours')`,
    [testTenant.tenantId, randomUUID(), owner.id],
  )
  await db.query(
    `insert into installation values ('failed backup', '{"failure": "not_made", "at": "2026-11-29T22:14:00.000Z", "mailed": false}')`,
  )
  // Repeated work is done when a process starts.
  await fixture.takeSecondServer()
  await expect
    .poll(() => subjectsTo(manager), { timeout: 20_000 })
    .toEqual(['A webhook to hooks.sample.example is disabled'])
  await expect.poll(() => subjectsTo(admin), { timeout: 20_000 }).toEqual(['The backup of Porchlight failed'])
  const { text } = mails.received.find(({ subject }) => subject === 'The backup of Porchlight failed')!
  expect(text).toContain('No backup could be made (2026-11-29 22:14 UTC).')
})
