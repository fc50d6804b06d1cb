import { afterAll, expect, it } from 'vitest'
import { rest } from '../support/client.ts'
import { createMailFixture } from '../support/mailFixture.ts'
import type { Json } from '../support/serverFixture.ts'

const fixture = await createMailFixture()
const { mailServer } = fixture
afterAll(() => fixture.teardown())

it('an invitation to an address is mailed, and its link is the one that its creator sees', async () => {
  const { server, owner, db } = fixture
  const { body } = await rest(server.url, owner.token, 'POST', '/invitations', {
    ...{ role: 'admin', email: 'invited@sample.example', expires_in_days: 3 },
  })
  const made = body['data'] as Json
  expect(made).toMatchObject({ mailed: true, invitation: { email: 'invited@sample.example' } })
  const url = made['url'] as string
  expect(url).toMatch(/^https:\/\/porchlight\.example\/invitation\/[\w-]{54}$/)
  await expect.poll(() => mailServer.received.length).toBe(1)
  const [mail] = mailServer.received
  expect(mail!.recipients).toEqual(['invited@sample.example'])
  expect(mail!.subject).toBe('Sample Owner invites you to Sample Tenant on Porchlight')
  for (const text of [mail!.text!, mail!.html!]) expect(text).toContain(url)
  expect(mail!.text).toContain('an admin')
  expect(mail!.text).toContain('3 days')
  const token = url.split('/').at(-1)!
  await expect
    .poll(async () => (await db.query('select status, content from mails')).rows)
    .toEqual([{ status: 'sent', content: null }])
  const accepted = await rest(server.url, null, 'POST', '/auth/accept-invitation', {
    ...{ token, full_name: 'Sample Invited', password: 'a sample password' },
  })
  expect([accepted.status, accepted.body['user'].role]).toEqual([200, 'admin'])
})

it('one for whoever has the link is mailed to nobody', async () => {
  const { server, owner } = fixture
  const { body } = await rest(server.url, owner.token, 'POST', '/invitations', { role: 'sales_rep', uses: 2 })
  expect((body['data'] as Json)['mailed']).toBe(false)
  const { rows } = await fixture.db.query('select count(*)::int as n from mails')
  expect(rows[0].n).toBe(1)
})
