import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { graphql, rest } from '../support/client.ts'
import { createServerFixture, type ServerFixture } from '../support/serverFixture.ts'
import { addUser, setPassword, type TestUser } from '../support/testTenant.ts'

let fixture: ServerFixture
let person: TestUser
const password = 'words of before'

beforeAll(async () => {
  fixture = await createServerFixture()
}, 120_000)
afterAll(() => fixture.teardown())
beforeEach(async () => {
  person = await addUser(fixture.db, fixture.testTenant.tenantId, 'sales_rep', 'Sample Person')
  await setPassword(fixture.db, person.id, password)
})

const post = (token: string | null, path: string, body: object) => rest(fixture.server.url, token, 'POST', path, body)
const change = (body: object) => post(person.token, '/auth/change-password', body)
const tooCommon = 'This password is too common. Choose one that is harder to guess.'

describe('one of the 10,000 commonest passwords', () => {
  it('is refused wherever a password is set, in upper and lower case, with a message for its field', async () => {
    const { globalAdmin, owner } = fixture
    const account = { email: 'sam@sample.example', full_name: 'Sam Sample' }
    const answers = await Promise.all([
      post(null, '/auth/register', { ...account, password: 'Password123' }),
      post(owner.token, '/users', { ...account, role: 'sales_rep', password: 'qwertyuiop' }),
      rest(fixture.server.url, globalAdmin.token, 'PUT', `/users/${person.id}`, { password: 'BASEBALL' }),
    ])
    for (const { status, body } of answers)
      expect([status, body['detail'], body['errors']]).toEqual([422, tooCommon, { password: tooCommon }])
    for (const { status, body } of [
      await change({ new_password: 'letmein', current_password: password }),
      await post(globalAdmin.token, `/users/${person.id}/reset-password`, { new_password: 'letmein' }),
    ])
      expect([status, body['errors']]).toEqual([422, { new_password: tooCommon }])
  })

  it('is refused by GraphQL, and too when a change is required', async () => {
    await fixture.db.query('update users set must_change_password = true where id = $1', [person.id])
    const { errors } = await graphql(
      fixture.server.url,
      person.token,
      'mutation { changePassword(newPassword: "123456") { message } }',
    )
    expect(errors[0]).toMatchObject({
      message: tooCommon,
      extensions: { code: 'BAD_USER_INPUT', errors: { new_password: tooCommon } },
    })
  })
})

describe('a name as a password', () => {
  it('is refused wherever a password is set, with a message for its field', async () => {
    const { globalAdmin, owner } = fixture
    const account = { email: 'sam@sample.example', full_name: 'Sam Sample', password: 'SamSample1' }
    const message =
      'This password is a name or an email address, which is easy to guess. Choose one that is harder to guess.'
    const own = 'Sample-Person-1'
    for (const [field, { status, body }] of [
      ['password', await post(null, '/auth/register', account)],
      ['password', await post(owner.token, '/users', { ...account, role: 'sales_rep' })],
      ['password', await rest(fixture.server.url, globalAdmin.token, 'PUT', `/users/${person.id}`, { password: own })],
      ['new_password', await change({ new_password: own, current_password: password })],
      ['new_password', await post(globalAdmin.token, `/users/${person.id}/reset-password`, { new_password: own })],
    ] as const)
      expect([status, body['errors']]).toEqual([422, { [field]: message }])
  })
})

describe('a change of the password', () => {
  it('requires the current one', async () => {
    const without = await change({ new_password: 'words of my own' })
    const required = 'Your current password is required'
    expect([without.status, without.body['errors']]).toEqual([422, { current_password: required }])
    const wrong = await change({ new_password: 'words of my own', current_password: 'a guess' })
    expect([wrong.status, wrong.body['errors']]).toEqual([422, { current_password: 'Incorrect password' }])
    const { errors } = await graphql(
      fixture.server.url,
      person.token,
      'mutation { changePassword(newPassword: "words of my own", currentPassword: "a guess") { message } }',
    )
    expect(errors[0].extensions).toEqual({
      code: 'BAD_USER_INPUT',
      errors: { current_password: 'Incorrect password' },
    })
    expect((await change({ new_password: 'words of my own', current_password: password })).status).toBe(200)
    expect((await change({ new_password: 'other words', current_password: password })).status).toBe(422)
  })

  it('does not require it from somebody who has to change it', async () => {
    await fixture.db.query('update users set must_change_password = true where id = $1', [person.id])
    expect((await change({ new_password: 'words of my own' })).status).toBe(200)
  })

  it('counts wrong current passwords as failed sign-ins, so that an open session is no way to guess it', async () => {
    const guesses = []
    for (let n = 0; n < 11; n += 1)
      guesses.push((await change({ new_password: 'words of my own', current_password: `guess ${n}` })).status)
    expect(guesses).toEqual([...Array<number>(10).fill(422), 429])
    expect((await change({ new_password: 'words of my own', current_password: password })).status).toBe(429)
    const { rows } = await fixture.db.query(
      `select count(*)::int as n from activity_events where type = 'SignInRefused' and subject_id = $1`,
      [person.id],
    )
    expect(rows[0].n).toBe(10)
  })
})
