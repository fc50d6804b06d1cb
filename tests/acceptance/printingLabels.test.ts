import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { labelSheetOf, placeOf, placesOf, type LabelSheetId } from '../../api/domain/printing/labelSheets.ts'
import { graphql, rest } from '../support/client.ts'
import type { TestDatabase } from '../support/database.ts'
import { readPdf, type PdfPage, type PdfText } from '../support/documents/readPdf.ts'
import { runImport } from '../support/imports.ts'
import { seedLeads, type SeededLead } from '../support/seedLeads.ts'
import type { TestServer } from '../support/server.ts'
import { takeServer } from '../support/sharedServer.ts'
import { createTestTenant, type TestTenant } from '../support/testTenant.ts'

let database: TestDatabase
let server: TestServer
let testTenant: TestTenant
let otherTenant: TestTenant
let seeded: SeededLead[]
let db: pg.Client

beforeAll(async () => {
  ;({ database, server } = await takeServer())
  db = new pg.Client({ connectionString: database.ownerUrl })
  await db.connect()
  testTenant = await createTestTenant(database.ownerUrl, { reps: 1, propertiesPerRep: 1 })
  otherTenant = await createTestTenant(database.ownerUrl, { reps: 1, propertiesPerRep: 1 })
  const repId = testTenant.reps[0]!.id
  seeded = await seedLeads(database.ownerUrl, { tenantId: testTenant.tenantId, repId, count: 200, tag: 'storm' })
}, 120_000)

afterAll(async () => {
  await db.end()
  await database.close()
})

function print(body: object, headers: Record<string, string> = {}, person = testTenant.owner): Promise<Response> {
  return fetch(`${server.url}/api/templates/print-labels`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

async function pagesOf(response: Response): Promise<PdfPage[]> {
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([response.status, response.status === 200 ? '' : bytes.toString()]).toEqual([200, ''])
  return readPdf(bytes)
}

/** The lines of text inside each place of the page. Fails if a text is outside every place. */
function linesByPlace(sheetId: LabelSheetId, { texts }: PdfPage): string[][] {
  const sheet = labelSheetOf(sheetId)
  const places = Array.from({ length: placesOf(sheet) }, (_, n) => placeOf(sheet, n + 1))
  const lines: string[][] = places.map(() => [])
  for (const text of texts) {
    const place = places.findIndex((box) => isInside(text, box))
    expect([text, place]).not.toEqual([text, -1])
    lines[place]!.push(text.text)
  }
  return lines
}

function isInside({ x, y, width, size }: PdfText, box: ReturnType<typeof placeOf>): boolean {
  const tolerance = 0.01
  return (
    x >= box.x - tolerance &&
    x + width <= box.x + box.width + tolerance &&
    y - size * 0.95 >= box.y - tolerance &&
    y + size * 0.25 <= box.y + box.height + tolerance
  )
}

const confirmed = () => seeded.filter(({ unconfirmed }) => !unconfirmed)
/** What a label has for a lead. The font has no Hebrew, Arabic or pictures. */
function labelOf({ number, address, ownerName, ownerAddress }: SeededLead): string[] {
  const isPrintable = ownerName && !/[\u0590-\u06ff]/.test(ownerName)
  const name = isPrintable
    ? ownerName.replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]|[\u{1f000}-\u{1ffff}]/gu, '')
    : 'Current Resident'
  return [name.replaceAll(/ +/g, ' '), ownerAddress ? `PO Box ${number}` : address, 'Sampleton, IN 46000']
}

describe('labels', () => {
  it.each(['5160', '5161', 'l7160'] as const)(
    'on %s have each lead once, in order, inside its label',
    async (sheet) => {
      const response = await print({ lead_ids: seeded.map(({ id }) => id), sheet, start_position: 5 })
      expect(response.headers.get('content-type')).toBe('application/pdf')
      expect(response.headers.get('content-disposition')).toMatch(/labels-\d{4}-\d\d-\d\d\.pdf/)
      expect([response.headers.get('x-letters-total'), response.headers.get('x-letters-left-out')]).toEqual([
        '198',
        '2',
      ])
      const pages = await pagesOf(response)
      const { pageWidth, pageHeight, columns, rows } = labelSheetOf(sheet)
      expect(pages).toHaveLength(Math.ceil((198 + 4) / (columns * rows)))
      for (const page of pages) {
        expect(page.width).toBeCloseTo(pageWidth, 1)
        expect(page.height).toBeCloseTo(pageHeight, 1)
      }
      const labels = pages.flatMap((page) => linesByPlace(sheet, page))
      expect(labels.slice(0, 4)).toEqual([[], [], [], []])
      expect(labels.slice(4, 202)).toEqual(confirmed().map(labelOf))
      expect(labels.slice(202).flat()).toEqual([])
    },
  )

  it('of a tag are in the order of letters, and can be addressed to the properties', async () => {
    const pages = await pagesOf(await print({ tag: 'storm', sheet: '5160', addressed_to: 'property' }))
    const labels = pages.flatMap((page) => linesByPlace('5160', page)).filter((lines) => lines.length > 0)
    expect(labels.map((lines) => lines[1])).toEqual(
      confirmed()
        .toReversed()
        .map(({ address }) => address),
    )
    const byType = await pagesOf(await print({ lead_type: 'storm', sheet: '5160', include_unconfirmed: true }))
    expect(byType.flatMap((page) => linesByPlace('5160', page)).filter((lines) => lines.length > 0)).toHaveLength(200)
  })

  it('with long names and addresses are shrunk and cut, and never leave their label', async () => {
    const ids = seeded.slice(0, 3).map(({ id }) => id)
    await db.query(
      `update properties set owner_name = repeat('Very Long Family Trust of Łódź and ', 8),
         owner_address = repeat('Extraordinarily ', 8) || 'Long Sample Street, ' || repeat('Sampleton ', 20)
       where id in (select property_id from leads where id = $1)`,
      [ids[1]],
    )
    const [page] = await pagesOf(await print({ lead_ids: ids, sheet: '5160' }))
    const [, long, next] = linesByPlace('5160', page!)
    expect(long).toHaveLength(3)
    for (const line of long!) expect(line).toMatch(/….?$/)
    expect(next).toEqual(labelOf(seeded[2]!))
    await db.query(
      `update properties set owner_name = $2, owner_address = $3 where id in (select property_id from leads where id = $1)`,
      [ids[1], seeded[1]!.ownerName, seeded[1]!.ownerAddress],
    )
  })

  it('are recorded without names and addresses, and are no printed letters', async () => {
    const ids = [seeded[1]!.id, seeded[0]!.id]
    await pagesOf(await print({ lead_ids: ids, sheet: 'l7160' }))
    const { rows } = await db.query(
      `select data from activity_events where type = 'LabelsPrinted' and tenant_id = $1 order by position desc limit 1`,
      [testTenant.tenantId],
    )
    expect(rows).toEqual([{ data: { count: 2, sheet: 'l7160', leadIds: ids } }])
    const listed = await rest(server.url, testTenant.owner.token, 'GET', '/leads?never_printed=true&limit=1')
    expect(listed.body['total']).toBe(seeded.length)
    const { data } = await graphql(
      server.url,
      testTenant.owner.token,
      '{ printCheck(selection: { tag: STORM }) { total printed unprintableNames } }',
    )
    const unprintable = seeded.filter((lead) => lead.ownerName && labelOf(lead)[0] === 'Current Resident')
    expect(unprintable.length).toBeGreaterThan(10)
    expect(data.printCheck).toEqual({ total: 200, printed: 0, unprintableNames: unprintable.length })
  })

  it('that are sent again with an Idempotency-Key are recorded once', async () => {
    const key = randomUUID()
    const body = {
      lead_ids: confirmed()
        .slice(0, 2)
        .map(({ id }) => id),
      sheet: '5161',
    }
    const count = async () =>
      (await db.query(`select count(*)::int as n from activity_events where type = 'LabelsPrinted'`)).rows[0]
        .n as number
    const first = await pagesOf(await print(body, { 'idempotency-key': key }))
    const before = await count()
    expect(await pagesOf(await print(body, { 'idempotency-key': key }))).toEqual(first)
    expect(await count()).toBe(before)
  })
})

describe('envelopes', () => {
  it.each(['envelope_10', 'envelope_dl', 'envelope_c6'] as const)(
    '%s have one page each, with the sender',
    async (sheet) => {
      const leads = confirmed().slice(0, 3)
      const return_address = 'Maple Demo Roofing LLC\r\n 12 Sample Ave \n\nIndianapolis, IN 46202\n'
      const response = await print({ lead_ids: leads.map(({ id }) => id), sheet, return_address })
      expect(response.headers.get('content-disposition')).toMatch(/envelopes-/)
      const pages = await pagesOf(response)
      expect(pages).toHaveLength(3)
      const { returnAddress, first } = labelSheetOf(sheet)
      for (const [n, { texts }] of pages.entries()) {
        const sender = texts.filter((text) => isInside(text, returnAddress!))
        const address = texts.filter((text) => isInside(text, first))
        expect(sender.map(({ text }) => text)).toEqual([
          'Maple Demo Roofing LLC',
          '12 Sample Ave',
          'Indianapolis, IN 46202',
        ])
        expect(address.map(({ text }) => text)).toEqual(labelOf(leads[n]!))
        expect(texts).toHaveLength(sender.length + address.length)
      }
    },
  )

  it('need no sender', async () => {
    const [page] = await pagesOf(await print({ lead_ids: [seeded[0]!.id], sheet: 'envelope_10' }))
    expect(page!.texts.map(({ text }) => text)).toEqual(labelOf(seeded[0]!))
  })
})

describe('the mailing addresses of imported leads', () => {
  it('are printed with care-of lines first, units beside the street, and the place last', async () => {
    const file = readFileSync(path.resolve(import.meta.dirname, '../support/files/mailLines.csv'))
    const form = { file: new Uint8Array(file), list: 'leads', on_error: 'stop' }
    const job = await runImport(server.url, otherTenant.owner, form)
    expect(job['counts']).toMatchObject({ created: 2, failed: 0 })
    const [page] = await pagesOf(await print({ tag: 'metal_roof', sheet: '5160' }, {}, otherTenant.owner))
    const labels = linesByPlace('5160', page!).filter((lines) => lines.length > 0)
    expect(labels.toSorted((a, b) => a[0]!.localeCompare(b[0]!))).toEqual([
      ['Sample Owner A', '12 Mail St, Apt 4', 'Mailton, IL 61000'],
      ['Sample Owner B', 'C/O Sample Trust', '12 Mail St', 'Mailton, IL 61000'],
    ])
  })
})

describe('labels are refused', () => {
  const id = () => seeded[0]!.id
  it.each([
    ['without leads', () => ({ sheet: '5160' }), 422, 'Please select leads to print'],
    ['with an empty selection', () => ({ lead_ids: [], sheet: '5160' }), 422, 'Please select leads to print'],
    ['with two selections', () => ({ tag: 'storm', lead_type: 'storm', sheet: '5160' }), 422, /Choose leads, a tag or/],
    ['without a sheet', () => ({ tag: 'storm' }), 422, 'Sheet is required'],
    ['for an unknown sheet', () => ({ tag: 'storm', sheet: '9999' }), 400, /sheet/],
    ['for an unknown tag', () => ({ tag: 'roof', sheet: '5160' }), 422, /'roof' is not a property type/],
    ['of an unknown type', () => ({ lead_type: 'roof', sheet: '5160' }), 422, /'roof' is not a template tag/],
    ['of a tag without leads', () => ({ tag: 'gutter', sheet: '5160' }), 422, 'No leads found'],
    ['for unknown leads', () => ({ lead_ids: [randomUUID()], sheet: '5160' }), 404, 'No leads found'],
    ['from label 31 of 30', () => ({ tag: 'storm', sheet: '5160', start_position: 31 }), 422, /from 1 to 30/],
    ['from label 0', () => ({ tag: 'storm', sheet: 'l7160', start_position: 0 }), 422, /from 1 to 21/],
    ['from label 1.5', () => ({ tag: 'storm', sheet: '5161', start_position: 1.5 }), 400, /start_position/],
    ['from envelope 2', () => ({ tag: 'storm', sheet: 'envelope_10', start_position: 2 }), 422, /must be 1/],
    ['with a sender', () => ({ tag: 'storm', sheet: '5160', return_address: 'A' }), 422, /no return address/],
    [
      'with a sender of six lines',
      () => ({ tag: 'storm', sheet: 'envelope_dl', return_address: '1\n2\n3\n4\n5\n6' }),
      422,
      /at most 5 lines/,
    ],
    [
      'if all are unconfirmed',
      () => ({ lead_ids: [seeded[99]!.id], sheet: '5160' }),
      422,
      /All of these leads have unconfirmed owners/,
    ],
  ] as const)('%s', async (_name, body, status, detail) => {
    const response = await print(body())
    const problem = (await response.json()) as { detail: string }
    expect([response.status, problem.detail]).toEqual([
      status,
      detail instanceof RegExp ? expect.stringMatching(detail) : detail,
    ])
  })

  it('to a rep, and for leads of another tenant', async () => {
    const body = { lead_ids: [id()], sheet: '5160' }
    expect((await print(body, {}, testTenant.reps[0])).status).toBe(403)
    expect((await print(body, {}, otherTenant.owner)).status).toBe(404)
  })
})
