import { afterAll, expect, it } from 'vitest'
import { rest } from '../support/client.ts'
import { createMailFixture } from '../support/mailFixture.ts'
import type { Json } from '../support/serverFixture.ts'

const fixture = await createMailFixture({ SIGNUP: 'open' })
const { mailServer } = fixture
afterAll(() => fixture.teardown())
let count = 0

const signUp = async (more: object = {}) => {
  count += 1
  const input = {
    ...{ company_name: `Sample Letters ${count}`, full_name: 'Sample Founder', password: 'a sample password' },
    ...{ email: `letters${count}@sample.example`, time_zone: 'America/Chicago', ...more },
  }
  const headers = { 'x-forwarded-for': `198.51.100.${count}` }
  return { input, ...(await rest(fixture.server.url, null, 'POST', '/auth/register-company', input, headers)) }
}
const confirm = (token: string) => rest(fixture.server.url, null, 'POST', '/auth/confirm-email', { token })
/** The token in the mail to an address. */
const tokenFor = async (email: string): Promise<string> => {
  const find = () => mailServer.received.find(({ recipients }) => recipients.includes(email))
  await expect.poll(() => find() !== undefined).toBe(true)
  return /https:\/\/porchlight\.example\/confirm-email\/([\w-]{43})/.exec(find()!.text!)![1]!
}
const outcomeOf = ({ status, body }: { status: number; body: Json }) => [status, body['detail']]
const made = async (email: string) =>
  (await fixture.db.query('select count(*)::int as n from users where email = $1', [email])).rows[0].n as number

it('the link in a mail finishes the sign-up, once', async () => {
  const { input, status, body } = await signUp()
  expect([status, body]).toEqual([202, { message: 'Open the link in the mail that is on its way to finish.' }])
  expect(await made(input.email)).toBe(0)
  const token = await tokenFor(input.email)
  const { rows } = await fixture.db.query('select c::text as row from company_sign_ups c')
  expect(rows[0].row).not.toContain(token)
  const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(token)))
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(7).fill(410)])
  const confirmed = answers.find((answer) => answer.status === 200)!
  expect(confirmed.body['user']).toMatchObject({ role: 'owner', email: input.email })
  expect(await made(input.email)).toBe(1)
  expect(outcomeOf(await confirm(token))).toEqual([410, 'This link is no longer valid.'])
  const credentials = { email: input.email, password: input.password }
  expect((await rest(fixture.server.url, null, 'POST', '/auth/login', credentials)).status).toBe(200)
})

it('a link that has expired, or is none, makes nothing', async () => {
  const { input } = await signUp()
  const token = await tokenFor(input.email)
  await fixture.db.query(`update company_sign_ups set expires_at = now() where email = $1`, [input.email])
  expect(outcomeOf(await confirm(token))).toEqual([410, 'This link is no longer valid.'])
  for (const wrong of ['', 'x', token.slice(1)])
    expect(outcomeOf(await confirm(wrong))).toEqual([404, 'There is no such link.'])
  expect(await made(input.email)).toBe(0)
})

it('of two who sign up with one name or address, the first who opens the link has it', async () => {
  const first = await signUp()
  // Before the second mail to this address, which could arrive earlier.
  const token = await tokenFor(first.input.email)
  const second = await signUp({ email: first.input.email })
  const third = await signUp({ company_name: first.input.company_name })
  expect([first.status, second.status, third.status]).toEqual([202, 202, 202])
  expect((await confirm(await tokenFor(third.input.email))).status).toBe(200)
  expect((await confirm(token)).status).toBe(409)
  expect(await made(first.input.email)).toBe(0)
  expect((await signUp({ company_name: first.input.company_name })).status).toBe(409)
})
