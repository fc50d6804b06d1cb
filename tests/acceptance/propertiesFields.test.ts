import { parse } from 'csv-parse/sync'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rest } from '../support/client.ts'
import { csv, runImport, waitForJob } from '../support/imports.ts'
import { createServerFixture, type ServerFixture } from '../support/serverFixture.ts'
import { templateForm } from './contract/contractFixture.ts'

let fixture: ServerFixture
let street = 0

beforeAll(async () => {
  fixture = await createServerFixture({ propertiesPerRep: 1 })
}, 60_000)
afterAll(() => fixture.teardown())

const house = () => ({ address: `${(street += 1)} Field St`, lat: 42 + street / 1_000, lng: -88 })
const request = (method: string, path: string, body?: object) =>
  rest(fixture.server.url, fixture.owner.token, method, path, body)

describe.each([
  { field: 'accessNote', name: 'access_note', saved: 'Gate 7, side door\nDog', other: 'No gate', printed: 'No gate' },
  { field: 'language', name: 'language', saved: 'es', other: 'vi', printed: 'Vietnamese' },
])('$field of a property', ({ field, name, saved, other, printed }) => {
  const read = async (id: string, person = fixture.owner) =>
    (await fixture.execute(person, `query ($id: ID!) { property(id: $id) { ${field} limited version } }`, { id }))
      .property

  it('is saved by GraphQL, REST and sync, and read by both', async () => {
    const { createProperty } = await fixture.execute(
      fixture.owner,
      `mutation ($input: NewPropertyInput!) { createProperty(input: $input) { ${field} } }`,
      { input: { ...house(), [field]: saved } },
    )
    expect(createProperty[field]).toBe(saved)
    const { id } = await fixture.saveProperty(fixture.owner, { [name]: saved })
    expect(await read(id as string)).toMatchObject({ [field]: saved })
    const offline = uuidv7()
    const { sync } = await fixture.execute(
      fixture.rep,
      'mutation ($actions: [SyncActionInput!]!) { sync(actions: $actions) { outcome } }',
      { actions: [{ id: offline, kind: 'PROPERTY', property: { ...house(), [field]: saved } }] },
    )
    expect(sync).toEqual([{ outcome: 'APPLIED' }])
    expect((await request('GET', `/properties/${offline}`)).body['data']).toMatchObject({ [name]: saved })
  })

  it('is changed and removed, raises the version, and is named in the history', async () => {
    const id = (await fixture.saveProperty(fixture.owner, { [name]: saved }))['id'] as string
    const change = `mutation ($id: ID!, $input: UpdatePropertyInput!) { updateProperty(id: $id, input: $input) { ${field} } }`
    const { updateProperty } = await fixture.execute(fixture.owner, change, { id, input: { [field]: other } })
    expect(updateProperty).toEqual({ [field]: other })
    expect((await request('PUT', `/properties/${id}`, { [name]: ' ' })).body['data']).toMatchObject({ [name]: null })
    expect(await read(id)).toEqual({ [field]: null, limited: false, version: 3 })
    const history = '{ property(id: $id) { history(first: 1) { edges { node { kind fields } } } } }'
    const { property } = await fixture.execute(fixture.owner, `query ($id: ID!) ${history}`, { id })
    expect(property.history.edges).toEqual([{ node: { kind: 'EDITED', fields: [field] } }])
  })

  it('is not read by the rep of another property', async () => {
    const { id } = await fixture.saveProperty(fixture.owner, { [name]: saved })
    expect(await read(id as string, fixture.rep)).toMatchObject({ [field]: null, limited: true })
  })

  it('is exported, imported, changed by an import and given back by its undo', async () => {
    const { address, lat, lng } = house()
    const rows = (value: string) => csv(['address', 'lat', 'lng', name], [address, lat, lng, `"${value}"`])
    const form = { on_error: 'stop', on_duplicate: 'update' }
    await runImport(fixture.server.url, fixture.owner, { ...form, file: rows(saved) })
    const job = await runImport(fixture.server.url, fixture.owner, { ...form, file: rows(other) })
    expect(job).toMatchObject({ status: 'done', counts: { updated: 1 } })
    const started = await request('POST', '/exports', { list: 'properties', filter: { search: address } })
    const done = await waitForJob(fixture.server.url, fixture.owner, started.body['data'].id as string)
    const file = await fetch(`${fixture.server.url}/api/jobs/${done['id'] as string}/file`, {
      headers: { authorization: `Bearer ${fixture.owner.token}` },
    })
    expect(parse(await file.text(), { columns: true })).toMatchObject([{ address, [name]: other }])
    const undo = await request('POST', `/imports/${job['id'] as string}/undo`)
    await waitForJob(fixture.server.url, fixture.owner, undo.body['data'].id as string)
    const { rows: found } = await fixture.db.query(`select ${name} from properties where address = $1`, [address])
    expect(found).toEqual([{ [name]: saved }])
  })

  it('stands in a letter', async () => {
    const { id } = await fixture.saveProperty(fixture.owner, { [name]: other })
    const { body } = await request('POST', '/leads', { property_id: id, tag: 'storm' })
    const form = templateForm(`${name}.docx`, 'storm', `Door: {${name}}`)
    const uploaded = await fetch(`${fixture.server.url}/api/templates/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${fixture.owner.token}` },
      body: form,
    })
    const template = (await uploaded.json()) as { data: { id: string } }
    const letter = await fetch(
      `${fixture.server.url}/api/templates/preview/${body['data'].id as string}?format=html&template_id=${template.data.id}`,
      { method: 'POST', headers: { authorization: `Bearer ${fixture.owner.token}` } },
    )
    expect(await letter.text()).toContain(`Door: ${printed}`)
  })
})

describe('the language of a household', () => {
  it('can be given in capitals or by its name', async () => {
    for (const language of ['ES', ' Spanish '])
      expect(await fixture.saveProperty(fixture.owner, { language })).toMatchObject({ language: 'es' })
    const { address, lat, lng } = house()
    const file = csv(['address', 'lat', 'lng', 'language'], [address, lat, lng, 'Haitian Creole'])
    await runImport(fixture.server.url, fixture.owner, { file, on_error: 'stop' })
    const { rows } = await fixture.db.query('select language from properties where address = $1', [address])
    expect(rows).toEqual([{ language: 'ht' }])
  })

  it.each(['xx', 'iw', 'eng', 'Spanglish'])('is refused as %s, with what is wrong', async (language) => {
    const message = 'Use a language code of ISO 639-1, such as es, or the name of the language in English.'
    const { status, body } = await request('POST', '/properties', { ...house(), language })
    expect([status, body['errors']]).toEqual([422, { language: message }])
    const { address, lat, lng } = house()
    const file = csv(['address', 'lat', 'lng', 'language'], [address, lat, lng, language])
    const job = await runImport(fixture.server.url, fixture.owner, { file, on_error: 'stop' })
    expect(job['errors']).toEqual([{ row: 2, column: 'language', message }])
  })
})
