import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { propertyTypes } from '../../api/domain/enums.ts'
import { createDemoTemplates } from '../../demo/templates/demoTemplates.ts'
import type { TestDatabase } from '../support/database.ts'
import { paragraphs, createDocument } from '../support/documents/createDocument.ts'
import { invalidDocuments } from '../support/documents/invalidDocuments.ts'
import type { TestServer } from '../support/server.ts'
import { takeServer } from '../support/sharedServer.ts'
import { addUser, createTestTenant, type TestUser, type TestTenant } from '../support/testTenant.ts'
import { graphql, rest, type ApiResponse } from '../support/client.ts'

let database: TestDatabase
let server: TestServer
let testTenant: TestTenant
let otherTenant: TestTenant
let db: pg.Client
const [storm] = createDemoTemplates()

beforeAll(async () => {
  ;({ database, server } = await takeServer())
  db = new pg.Client({ connectionString: database.ownerUrl })
  await db.connect()
  testTenant = await createTestTenant(database.ownerUrl, { reps: 1, propertiesPerRep: 1 })
  otherTenant = await createTestTenant(database.ownerUrl, { reps: 1, propertiesPerRep: 1 })
}, 120_000)

afterAll(async () => {
  await db.end()
  await database.close()
})

async function upload(
  person: TestUser | null,
  filename: string,
  file: Buffer,
  fields: Record<string, string> = {},
  query = '',
): Promise<ApiResponse> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(file)]), filename)
  const response = await fetch(`${server.url}/api/templates/upload${query}`, {
    method: 'POST',
    body: form,
    headers: person ? { authorization: `Bearer ${person.token}` } : {},
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as ApiResponse['body'] }
}

/** Polls the health endpoint until the returned function is called, which returns the number of healthy responses. */
function watchHealth(): () => Promise<number> {
  let done = false
  const watching = (async () => {
    let well = 0
    for (; !done; well += 1) {
      expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
      await sleep(5)
    }
    return well
  })()
  return () => {
    done = true
    return watching
  }
}

async function events(type: string): Promise<Record<string, unknown>[]> {
  const { rows } = await db.query(
    'select data from activity_events where type = $1 and tenant_id = $2 order by position',
    [type, testTenant.tenantId],
  )
  return rows.map(({ data }) => data)
}

describe('a template', () => {
  let id: string

  it('is uploaded with a tag, listed, found by its tag, and downloaded unchanged', async () => {
    const { status, body } = await upload(testTenant.owner, 'Storm follow-up.docx', storm!.content, { tag: 'storm' })
    expect([status, body['message']]).toEqual([201, 'Template uploaded'])
    expect(body['data']).toEqual({
      id: expect.any(String),
      filename: 'Storm follow-up.docx',
      tag: 'storm',
      size: storm!.content.length,
      modified: expect.any(String),
      merge_field_count: expect.any(Number),
    })
    expect(body['data'].merge_field_count).toBeGreaterThan(3)
    id = body['data'].id
    const list = await rest(server.url, testTenant.owner.token, 'GET', '/templates/list')
    expect(list.body).toEqual({ data: [body['data']], total: 1 })
    const tags = await rest(server.url, testTenant.reps[0]!.token, 'GET', '/templates/tags')
    expect(tags.body['data']).toEqual([{ tag: 'storm', template: 'Storm follow-up.docx', template_id: id }])
    for (const name of [id, encodeURIComponent('storm FOLLOW-up.docx')]) {
      const file = await fetch(`${server.url}/api/templates/download/${name}`, {
        headers: { authorization: `Bearer ${testTenant.owner.token}` },
      })
      expect(file.headers.get('content-disposition')).toContain('Storm follow-up.docx')
      expect(Buffer.from(await file.arrayBuffer()).equals(storm!.content)).toBe(true)
    }
  })

  it.each([
    ['svgLogo', 1, []],
    ['chevrons', 0, ["'«owner_name»' looks like a field, but is printed as it is: write {owner_name}."]],
    ['boundControl', 1, []],
  ] as const)('is accepted as Word writes it, and its warnings are told: %s', async (name, count, warnings) => {
    const file = readFileSync(new URL(`../support/files/${name}.docx`, import.meta.url))
    const { status, body } = await upload(otherTenant.owner, `${name}.docx`, file)
    expect([status, body['data'].merge_field_count, body['warnings']]).toEqual([201, count, warnings])
    const path = `/templates/${body['data'].id}`
    expect((await rest(server.url, otherTenant.owner.token, 'DELETE', path)).status).toBe(200)
  })

  it('is replaced by a file of the same name, and the newest of a tag is printed', async () => {
    const name = 'storm follow-up.docx'
    const refused = await upload(testTenant.owner, name, createDocument(), { tag: 'insurance' })
    expect([refused.status, refused.body['detail']]).toEqual([409, 'A template with this name already exists.'])
    const kept = await upload(testTenant.owner, name, createDocument(), { replace: 'true' })
    expect(kept.body['data']).toMatchObject({ id, tag: 'storm', merge_field_count: 1 })
    const again = await upload(testTenant.owner, name, createDocument(), { tag: 'insurance' }, '?replace=true')
    expect(again.body['data']).toMatchObject({ id, tag: 'insurance' })
    await upload(testTenant.owner, 'other.docx', createDocument(), { tag: 'insurance' })
    const { data } = await graphql(
      server.url,
      testTenant.owner.token,
      '{ templates { filename tag size modifiedAt } templateTags { tag template templateId } leadTemplateFields { name label example } }',
    )
    expect(data.templates.map(({ filename }: { filename: string }) => filename)).toEqual([
      'other.docx',
      'storm follow-up.docx',
    ])
    expect(data.templateTags).toEqual([{ tag: 'INSURANCE', template: 'other.docx', templateId: expect.any(String) }])
    expect(data.leadTemplateFields).toContainEqual({
      name: 'owner_name',
      label: expect.any(String),
      example: 'Sample Owner 0142',
    })
    expect(await events('TemplateUploaded')).toMatchObject([
      { tag: 'storm', replaced: false },
      { tag: 'storm', replaced: true },
      { tag: 'insurance', replaced: true },
      { tag: 'insurance', replaced: false },
    ])
  })

  it('is renamed and gets another tag, or none, by GraphQL and REST', async () => {
    const change = (input: object) =>
      graphql(
        server.url,
        testTenant.owner.token,
        'mutation ($id: ID!, $input: UpdateTemplateInput!) { updateTemplate(id: $id, input: $input) { filename tag } }',
        { id, input },
      )
    const modified = (await rest(server.url, testTenant.owner.token, 'GET', '/templates/list')).body['data'].at(-1)
    expect((await change({ name: 'Hail letter', tag: 'REFERRAL' })).data.updateTemplate).toEqual({
      filename: 'Hail letter.docx',
      tag: 'REFERRAL',
    })
    const put = (body: object) => rest(server.url, testTenant.owner.token, 'PUT', `/templates/${id}`, body)
    expect((await put({ tag: null })).body['data']).toMatchObject({ id, filename: 'Hail letter.docx', tag: null })
    expect((await put({ name: 'storm follow-up.docx', tag: 'insurance' })).body['data']).toEqual(modified)
    expect((await put({ name: 'storm follow-up.docx' })).status).toBe(200)
    expect((await put({ name: ' ' })).body['errors']).toEqual({ name: 'Template name is required' })
    expect((await put({ name: 'OTHER.docx' })).status).toBe(409)
    expect((await put({ tag: 'roof' })).status).toBe(422)
    expect((await change({ name: 'other.docx' })).errors[0].extensions.code).toBe('CONFLICT')
    expect(await events('TemplateEdited')).toEqual([
      { templateId: id, fields: ['name', 'tag'], tag: 'referral' },
      { templateId: id, fields: ['tag'], tag: null },
      { templateId: id, fields: ['name', 'tag'], tag: 'insurance' },
    ])
  })

  it('may have no tag and no merge fields, and a name from any operating system', async () => {
    const plain = createDocument({ body: paragraphs('Dear neighbor') })
    const { body } = await upload(testTenant.owner, 'C:\\fakepath\\Brief für Zoë?.docx', plain, { tag: '' })
    expect(body['data']).toMatchObject({ filename: 'Brief für Zoë.docx', tag: null })
    const offered = await graphql(
      server.url,
      testTenant.reps[0]!.token,
      '{ printableTemplates { id filename tag mergeFieldCount } }',
    )
    expect(offered.data.printableTemplates).toHaveLength(3)
    expect(offered.data.printableTemplates).toContainEqual({
      id: body['data'].id,
      filename: 'Brief für Zoë.docx',
      tag: null,
      mergeFieldCount: 0,
    })
    const gone = await rest(server.url, testTenant.owner.token, 'DELETE', `/templates/${body['data'].id}`)
    expect([gone.status, gone.body['message']]).toEqual([200, 'Template deleted'])
  })

  it('of an earlier release is counted when it is listed, within its tenant, and once', async () => {
    const forget = () => db.query('update templates set merge_field_count = null')
    const savedCounts = async () => {
      const { rows } = await db.query('select id, merge_field_count as n from templates')
      return new Map(rows.map(({ id, n }: { id: string; n: number | null }) => [id, n]))
    }
    const other = await upload(otherTenant.owner, 'plain.docx', createDocument({ body: paragraphs('Dear neighbor') }))
    const before = await savedCounts()
    expect([...before.values()].toSorted((a, b) => Number(a) - Number(b))).toEqual([0, 1, 1])
    await forget()
    const list = await rest(server.url, testTenant.owner.token, 'GET', '/templates/list')
    expect(list.body['data'].map(({ merge_field_count }: { merge_field_count: number }) => merge_field_count)).toEqual([
      1, 1,
    ])
    expect((await savedCounts()).get(other.body['data'].id)).toBeNull()

    await forget()
    const offered = await graphql(server.url, otherTenant.reps[0]!.token, '{ printableTemplates { mergeFieldCount } }')
    expect(offered.data.printableTemplates).toEqual([{ mergeFieldCount: 0 }])
    const globalAdmin = await addUser(db, null, 'global_admin', 'Sample Counter')
    expect((await rest(server.url, globalAdmin.token, 'GET', '/templates/list')).body['total']).toBe(3)
    expect(await savedCounts()).toEqual(before)

    const path = `/templates/${other.body['data'].id}`
    expect((await rest(server.url, otherTenant.owner.token, 'DELETE', path)).status).toBe(200)
  })

  it('is not available to reps or other tenants', async () => {
    const [rep] = testTenant.reps as [TestUser]
    for (const [method, path] of [
      ['GET', '/templates/list'],
      ['GET', `/templates/download/${id}`],
      ['DELETE', `/templates/${id}`],
    ] as const) {
      expect([path, (await rest(server.url, rep.token, method, path)).status]).toEqual([path, 403])
      expect([path, (await rest(server.url, null, method, path)).status]).toEqual([path, 401])
    }
    expect((await upload(rep, 'a.docx', createDocument())).status).toBe(403)
    expect((await upload(null, 'a.docx', createDocument())).status).toBe(401)
    const strange = otherTenant.owner.token
    expect((await rest(server.url, strange, 'GET', `/templates/download/${id}`)).status).toBe(404)
    expect((await rest(server.url, strange, 'DELETE', `/templates/${id}`)).status).toBe(404)
    expect((await rest(server.url, strange, 'GET', '/templates/list')).body).toEqual({ data: [], total: 0 })
    expect((await rest(server.url, strange, 'GET', '/templates/tags')).body).toEqual({ data: [], total: 0 })
  })

  it('is deleted by GraphQL too, once', async () => {
    const remove = () =>
      graphql(server.url, testTenant.owner.token, `mutation { deleteTemplate(id: "${id}") { message } }`)
    expect((await remove()).data.deleteTemplate.message).toBe('Template deleted')
    expect((await remove()).errors[0].extensions.code).toBe('NOT_FOUND')
    expect(await events('TemplateDeleted')).toHaveLength(2)
  })

  it('is not found by name while several tenants have one and none is chosen', async () => {
    const globalAdmin = await addUser(db, null, 'global_admin', 'Sample Boss')
    for (const { owner } of [testTenant, otherTenant]) await upload(owner, 'same name.docx', storm!.content)
    const path = `/templates/${encodeURIComponent('same name.docx')}`
    const file = path.replace('/templates/', '/templates/download/')
    for (const [method, at] of [
      ['DELETE', path],
      ['GET', file],
    ] as const) {
      const { status, body } = await rest(server.url, globalAdmin.token, method, at)
      expect([status, body['detail']]).toEqual([422, 'Choose a tenant first'])
    }
    const chosen = { 'x-tenant-id': otherTenant.tenantId }
    expect((await rest(server.url, globalAdmin.token, 'DELETE', path, undefined, chosen)).status).toBe(200)
    expect((await rest(server.url, otherTenant.owner.token, 'GET', file)).status).toBe(404)
    expect((await rest(server.url, testTenant.owner.token, 'GET', file)).status).toBe(200)
    expect((await rest(server.url, globalAdmin.token, 'DELETE', path)).status).toBe(200)
  })
})

describe('starter templates', () => {
  const add = (person: TestUser) => rest(server.url, person.token, 'POST', '/templates/starters')
  const names = ({ body }: ApiResponse) => body['data'].map(({ filename }: { filename: string }) => filename)

  it('are a letter for each service type, added once and recorded like an upload', async () => {
    const company = await createTestTenant(database.ownerUrl, { reps: 1, propertiesPerRep: 1 })
    const first = await add(company.owner)
    expect([first.status, first.body['total']]).toEqual([201, 9])
    expect(first.body['data'].map(({ tag }: { tag: string }) => tag).toSorted()).toEqual([...propertyTypes].toSorted())
    expect(names(first)).toContain('Storm Damage Letter.docx')
    const again = await add(company.owner)
    expect([again.status, again.body['data']]).toEqual([201, []])
    const listed = await rest(server.url, company.owner.token, 'GET', '/templates/list')
    expect(names(listed)).toEqual(names(first))
    const { rows } = await db.query(
      `select data->>'templateId' as id from activity_events where tenant_id = $1 and type = 'TemplateUploaded'`,
      [company.tenantId],
    )
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(first.body['data'].map(({ id }: { id: string }) => id)))
  })

  it('leave out a type that has a template, and a name that is taken', async () => {
    const company = await createTestTenant(database.ownerUrl, { reps: 1, propertiesPerRep: 1 })
    await upload(company.owner, 'our storm letter.docx', storm!.content, { tag: 'storm' })
    await upload(company.owner, 'concrete letter.docx', storm!.content)
    const added = await add(company.owner)
    expect(added.body['total']).toBe(7)
    expect(names(added)).not.toContain('Storm Damage Letter.docx')
    expect(names(added)).not.toContain('Concrete Letter.docx')
  })

  it('are added once if two people add them at the same time', async () => {
    const company = await createTestTenant(database.ownerUrl, { reps: 1, propertiesPerRep: 1 })
    const colleague = await addUser(db, company.tenantId, 'admin', 'Sample Admin')
    const both = await Promise.all([add(company.owner), add(colleague)])
    expect(both.flatMap(names)).toHaveLength(9)
  })

  it('are not for reps', async () => {
    expect((await add(testTenant.reps[0]!)).status).toBe(403)
  })
})

describe('an upload is rejected', () => {
  it('without a file, with another file type, with an unknown tag, or as a malformed form', async () => {
    const form = new FormData()
    form.append('tag', 'storm')
    const empty = await fetch(`${server.url}/api/templates/upload`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${testTenant.owner.token}` },
    })
    expect([empty.status, ((await empty.json()) as ApiResponse['body'])['detail']]).toEqual([
      422,
      'Please select a file to upload',
    ])
    const other = await upload(testTenant.owner, 'letter.pdf', createDocument())
    expect([other.status, other.body['errors'].file]).toEqual([422, 'Please select a file to upload'])
    expect((await upload(testTenant.owner, 'a.docx', createDocument(), { tag: 'roof' })).status).toBe(422)
    expect((await rest(server.url, testTenant.owner.token, 'POST', '/templates/upload', { file: 'x' })).status).toBe(
      415,
    )
    const truncated = await fetch(`${server.url}/api/templates/upload`, {
      method: 'POST',
      body: '--b\r\nContent-Disposition: form-data; name="file"; filename="a.docx"\r\n\r\nPK',
      headers: { authorization: `Bearer ${testTenant.owner.token}`, 'content-type': 'multipart/form-data; boundary=b' },
    })
    expect(truncated.status).toBe(400)
    const withoutBoundary = await fetch(`${server.url}/api/templates/upload`, {
      method: 'POST',
      body: 'x',
      headers: { authorization: `Bearer ${testTenant.owner.token}`, 'content-type': 'multipart/form-data' },
    })
    expect(withoutBoundary.status).toBe(400)
  })

  it('over 10 MB, with or without Content-Length', async () => {
    const big = await upload(testTenant.owner, 'big.docx', Buffer.alloc(11 * 1024 * 1024, 'PK'))
    expect([big.status, big.body['detail']]).toEqual([413, 'The template is too large. The maximum size is 10 MB.'])
    const slightlyTooBig = await upload(testTenant.owner, 'big.docx', Buffer.alloc(10 * 1024 * 1024 + 1, 'PK'))
    expect(slightlyTooBig.status).toBe(413)
  })

  it('with the reason for each invalid document, while other requests are served', async () => {
    const files = invalidDocuments()
    const health = watchHealth()
    for (let at = 0; at < files.length; at += 4)
      await Promise.all(
        files.slice(at, at + 4).map(async ({ name, file, reason }) => {
          const { status, body, headers } = await upload(testTenant.owner, 'hostile.docx', file, { tag: 'storm' })
          expect([name, status]).toEqual([name, 422])
          expect(headers.get('content-type')).toContain('application/problem+json')
          expect(body['detail']).toMatch(reason)
        }),
      )
    // On a busy machine there is less than one answer for each four documents.
    expect(await health()).toBeGreaterThan(files.length / 12)
    const { body } = await rest(server.url, testTenant.owner.token, 'GET', '/templates/list')
    expect(body['data'].map(({ filename }: { filename: string }) => filename)).not.toContain('hostile.docx')
  }, 60_000)

  it('with all errors at once', async () => {
    const { body } = await upload(testTenant.owner, 'a.docx', createDocument({ body: paragraphs('{adress} {ctiy}') }))
    expect(body['errors'].file.split('\n')).toHaveLength(2)
  })
})
