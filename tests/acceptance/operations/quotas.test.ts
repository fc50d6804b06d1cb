import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rest } from '../../support/client.ts'
import { csv, sendImport } from '../../support/imports.ts'
import { createPhoto, photoForm, uploadPhoto } from '../../support/photos.ts'
import { createServerFixture, type ServerFixture } from '../../support/serverFixture.ts'

let fixture: ServerFixture
const none = {
  PHOTOS_PER_DAY: '0',
  NOTES_PER_DAY: '0',
  IMPORTS_PER_DAY: '0',
  WEBHOOK_TESTS_PER_DAY: '0',
  PROPERTIES_PER_COMPANY: '2',
}

beforeAll(async () => {
  fixture = await createServerFixture({ propertiesPerRep: 2, ownServer: 'has no quotas left', env: none })
}, 60_000)
afterAll(() => fixture.teardown())

const property = () => fixture.testTenant.properties[0]![0]!
const message = (what: string) =>
  expect.stringMatching(
    new RegExp(`^This company has reached today's limit of 0 ${what}\\. Try again in \\d+ hours?, or ask`),
  )

describe('a tenant that has used up its quotas of the day', () => {
  it('uploads no photo, and the answer says when to try again', async () => {
    const { server, rep } = fixture
    const refused = await uploadPhoto(server.url, rep.token, await photoForm(await createPhoto().toBuffer()))
    expect([refused.status, refused.body['detail']]).toEqual([429, message('photos')])
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(24 * 60 * 60)
    expect((await fixture.db.query('select from photos')).rows).toEqual([])
  })

  it('starts no import and no test of a webhook', async () => {
    const { server, owner } = fixture
    const file = csv(['address'], ['5 Sample Ln'])
    const refused = await sendImport(server.url, owner.token, { file, mapping: { address: 'address' } })
    expect([refused.status, refused.body['detail']]).toEqual([429, message('imports')])
    const tested = await rest(server.url, owner.token, 'POST', `/webhooks/${uuidv7()}/test`)
    expect([tested.status, tested.body['detail']]).toEqual([429, message('tests of webhooks')])
    expect((await fixture.db.query('select from jobs')).rows).toEqual([])
  })

  it('saves no property beyond its limit, and keeps those that it has', async () => {
    const { server, rep, owner } = fixture
    const input = { address: '5 Sample Ln', city: 'Sampleton', lat: 39.1, lng: -86.5 }
    const detail =
      'This company may have 2 saved properties, and this would be more. Delete some, or ask whoever runs this server to raise the limit.'
    const refused = await rest(server.url, rep.token, 'POST', '/properties', input)
    expect(refused).toMatchObject({ status: 422, body: { detail, code: 'BAD_USER_INPUT' } })
    const save = 'mutation ($input: CreatePropertyInput!) { createProperty(input: $input) { id } }'
    expect(await fixture.errorCode(owner, save, { input })).toBe('BAD_USER_INPUT')
    expect((await fixture.db.query('select from properties where address = $1', [input.address])).rows).toEqual([])
  })

  it('adds no note to a lead', async () => {
    const { owner } = fixture
    const { createLead } = await fixture.execute(
      owner,
      'mutation ($input: CreateLeadInput!) { createLead(input: $input) { id } }',
      { input: { propertyId: property(), tag: 'STORM' } },
    )
    const note = 'mutation ($id: ID!) { addLeadNote(leadId: $id, text: "Ring twice.") { id } }'
    expect(await fixture.errorCode(owner, note, { id: createLead.id })).toBe('RATE_LIMITED')
    const sent = await rest(fixture.server.url, owner.token, 'POST', `/leads/${createLead.id}/notes`, {
      text: 'x',
    })
    expect(sent.status).toBe(429)
  })

  it('loses nothing of what a phone sends: the note is refused and can be sent again, and what follows is applied', async () => {
    const note = { id: uuidv7(), kind: 'NOTE', note: { propertyId: property(), text: 'Ring twice.' } }
    const knock = {
      id: uuidv7(),
      kind: 'KNOCK',
      knock: { propertyId: property(), outcome: 'TALKED', note: 'Notes of knocks do not count.' },
    }
    const send = () =>
      fixture.execute(
        fixture.rep,
        'mutation ($actions: [SyncActionInput!]!) { sync(actions: $actions) { id outcome code message } }',
        { actions: [note, knock] },
      )
    const refused = { id: note.id, outcome: 'REFUSED', code: 'RATE_LIMITED', message: message('notes') }
    expect((await send()).sync).toEqual([refused, { id: knock.id, outcome: 'APPLIED', code: null, message: null }])
    expect((await send()).sync).toMatchObject([refused, { id: knock.id, outcome: 'REPLAYED' }])
  })
})
