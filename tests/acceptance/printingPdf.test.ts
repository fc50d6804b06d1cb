import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { graphql, rest } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { createDocument, paragraphs, plainSection } from '../support/documents/createDocument.ts'
import { seedLeads, type SeededLead } from '../support/seedLeads.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { createTestTenant, type TestTenant } from '../support/testTenant.ts'

let database: TestDatabase
let server: TestServer
let testTenant: TestTenant
let seeded: SeededLead[]
let folder: string

/** Stands for LibreOffice: copies the document into a file that begins like a PDF. */
const program = `#!/bin/sh
for last; do :; done
{ printf '%%PDF-1.7 '; cat "$last"; } > "$(dirname "$last")/letters.pdf"
`

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'porchlight-pdf-test-'))
  const file = path.join(folder, 'soffice')
  writeFileSync(file, program)
  chmodSync(file, 0o755)
  database = await createTestDatabase()
  testTenant = await createTestTenant(database.ownerUrl, { reps: 1, propertiesPerRep: 1 })
  const repId = testTenant.reps[0]!.id
  seeded = await seedLeads(database.ownerUrl, { tenantId: testTenant.tenantId, repId, count: 3, tag: 'storm' })
  server = await startServer({ databaseUrl: database.ownerUrl, env: { LIBREOFFICE: file } })
  const form = new FormData()
  form.append('tag', 'storm')
  const template = createDocument({ body: paragraphs('Dear {owner_name}') + plainSection })
  form.append('file', new Blob([new Uint8Array(template)]), 'letter.docx')
  const uploaded = await fetch(`${server.url}/api/templates/upload`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${testTenant.owner.token}` },
  })
  expect(uploaded.status).toBe(201)
}, 120_000)

afterAll(async () => {
  await server?.stop()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const print = (body: object) =>
  fetch(`${server.url}/api/templates/batch-print`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testTenant.owner.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

describe('letters as PDF', () => {
  it('are offered where LibreOffice was found', async () => {
    const { body } = await rest(server.url, testTenant.owner.token, 'GET', '/templates/print-configuration')
    expect(body['data']).toMatchObject({ pdf: true, reason: null })
  })

  it('are one document, are recorded, and tell when each lead was last printed', async () => {
    const [first, second, third] = seeded.map(({ id }) => id)
    const body = { lead_ids: [second, first], template_tag: 'storm', format: 'pdf' }
    const response = await print(body)
    const pdf = Buffer.from(await response.arrayBuffer())
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(response.headers.get('content-disposition')).toMatch(/storm-\d{4}-\d\d-\d\d\.pdf/)
    expect(response.headers.get('x-expected-bytes')).toBe(`${pdf.length}`)
    expect(pdf.subarray(0, 11).toString()).toBe('%PDF-1.7 PK')
    const db = new pg.Client({ connectionString: database.ownerUrl })
    await db.connect()
    const { rows } = await db.query(`select data from activity_events where type = 'LettersPrinted'`)
    await db.end()
    expect(rows.map(({ data }) => [data.format, data.leadIds])).toEqual([['pdf', [second, first]]])

    const query = 'query ($id: ID!) { lead(id: $id) { lastPrintedAt } }'
    const lastPrinted = async (id: string) =>
      (await graphql(server.url, testTenant.owner.token, query, { id })).data.lead.lastPrintedAt as string | null
    expect(await lastPrinted(first!)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00/)
    expect(await lastPrinted(third!)).toBeNull()
    const listed = await rest(server.url, testTenant.owner.token, 'GET', '/leads?never_printed=true')
    expect(listed.body['data'].map((lead: { id: string; last_printed_at: string | null }) => lead)).toMatchObject([
      { id: third, last_printed_at: null },
    ])
  })

  it('leave out leads with a printed letter on request', async () => {
    const lead_ids = seeded.map(({ id }) => id)
    const body = { lead_ids, template_tag: 'storm', format: 'pdf', never_printed: true }
    const response = await print(body)
    await response.arrayBuffer()
    expect(response.headers.get('x-letters-total')).toBe('1')
    expect(response.headers.get('x-leads-already-printed')).toBe(`${lead_ids[0]},${lead_ids[1]}`)
    const again = await print(body)
    expect([again.status, ((await again.json()) as { detail: string }).detail]).toEqual([
      422,
      'All of these leads have a printed letter. Include printed leads to print them again.',
    ])
  })
})
