import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { headedSection, paragraphs, createDocument } from '../support/documents/createDocument.ts'
import { seedLeads, type SeededLead } from '../support/seedLeads.ts'
import { paragraphsOf, textOfHtml, unzip } from '../support/documents/readDocument.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { createTestTenant, type TestUser, type TestTenant } from '../support/testTenant.ts'
import { graphql, rest } from '../support/client.ts'

/**
 * A template with everything that can go wrong: conditions, line breaks, a field split into runs, a different first
 * header, page numbers.
 */
const template = createDocument({
  body:
    paragraphs('Lead at {address}') +
    '<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Dear {owner</w:t></w:r><w:r><w:t>_name},</w:t></w:r></w:p>' +
    paragraphs(
      '{#owner_address}',
      'Mail: {mailing_address}',
      '{/owner_address}',
      'Gate {data_gate_code} &amp; &lt;out&gt;',
      'The end',
    ) +
    headedSection,
  header: paragraphs('For {addressee}'),
  footer: paragraphs('{company_name}'),
})

let database: TestDatabase
let server: TestServer
let testTenant: TestTenant
let otherTenant: TestTenant
let seeded: SeededLead[]
let db: pg.Client
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Indiana/Indianapolis' }).format(new Date())

beforeAll(async () => {
  database = await createTestDatabase()
  db = new pg.Client({ connectionString: database.ownerUrl })
  await db.connect()
  testTenant = await createTestTenant(database.ownerUrl, { reps: 1, propertiesPerRep: 1 })
  otherTenant = await createTestTenant(database.ownerUrl, { reps: 1, propertiesPerRep: 1 })
  const repId = testTenant.reps[0]!.id
  seeded = await seedLeads(database.ownerUrl, { tenantId: testTenant.tenantId, repId, count: 1_000, tag: 'storm' })
  server = await startServer({ databaseUrl: database.ownerUrl, env: { LIBREOFFICE: 'off' } })
  await upload(testTenant.owner, 'letter.docx', template, 'storm')
}, 120_000)

afterAll(async () => {
  await server?.stop()
  await db.end()
  await database.close()
})

async function upload(person: TestUser, filename: string, file: Buffer, tag: string): Promise<void> {
  const form = new FormData()
  form.append('tag', tag)
  form.append('file', new Blob([new Uint8Array(file)]), filename)
  const response = await fetch(`${server.url}/api/templates/upload`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${person.token}` },
  })
  expect([response.status, await response.text()]).toEqual([201, expect.any(String)])
}

function post(path: string, body?: object, options: RequestInit = {}, person = testTenant.owner): Promise<Response> {
  return fetch(`${server.url}/api/templates${path}`, {
    method: 'POST',
    // Parsing 1,000 letters takes longer than the server's keep-alive timeout.
    headers: {
      authorization: `Bearer ${person.token}`,
      connection: 'close',
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    ...options,
  })
}

async function file(response: Response): Promise<Buffer> {
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([response.status, response.status === 200 ? '' : bytes.toString()]).toEqual([200, ''])
  return bytes
}

/** The expected paragraphs of a letter. */
function letterOf(lead: SeededLead): string[] {
  return [
    `Lead at ${lead.address}`,
    `Dear ${lead.ownerName ?? ''},`,
    ...(lead.ownerAddress ? [`Mail: PO Box ${lead.number}\nSampleton, IN 46000`] : []),
    `Gate G${lead.number} & <out>`,
    'The end',
  ]
}

const addresseeOf = (lead: SeededLead) => `For ${lead.ownerName ?? 'Current Resident'}`
const confirmed = () => seeded.filter(({ unconfirmed }) => !unconfirmed)
const newestFirst = () => confirmed().toReversed()

describe('1,000 leads', () => {
  it('by ids are merged into one document: each once, in order, with its own header, on its own pages', async () => {
    const response = await post('/batch-print', {
      lead_ids: seeded.map(({ id }) => id),
      template_tag: 'storm',
      merge: true,
    })
    expect(response.headers.get('content-disposition')).toContain(`storm-${today}.docx`)
    expect(response.headers.get('content-type')).toMatch(/wordprocessingml\.document$/)
    expect([response.headers.get('x-letters-total'), response.headers.get('x-letters-left-out')]).toEqual(['990', '10'])
    const parts = unzip(await file(response))
    const markup = parts.get('word/document.xml')!.toString()
    expect(paragraphsOf(markup)).toEqual(confirmed().flatMap(letterOf))
    const relations = new Map(
      [
        ...parts
          .get('word/_rels/document.xml.rels')!
          .toString()
          .matchAll(/Id="([^"]+)"[^>]*Target="([^"]+)"/g),
      ].map(([, id, target]) => [id!, target!]),
    )
    const headers = [...markup.matchAll(/<w:headerReference [^>]*r:id="([^"]+)"/g)].map(
      ([, id]) => paragraphsOf(parts.get(`word/${relations.get(id!)}`)!)[0],
    )
    expect(headers).toEqual(confirmed().map(addresseeOf))
    expect([...markup.matchAll(/<w:type w:val="nextPage"\/>/g)]).toHaveLength(990)
    const types = parts.get('[Content_Types].xml')!.toString()
    for (const name of parts.keys()) if (/header|footer/.test(name)) expect(types).toContain(`PartName="/${name}"`)
    // Parts that are identical in all letters are stored once.
    expect([...parts.keys()].filter((name) => name.startsWith('word/footer'))).toHaveLength(1)
    expect([...parts.values()].join('\n')).not.toMatch(/\{[#^/]?\w+\}|undefined|\[object/)
  })

  it('by tag become a zip with one document each, with readable names', async () => {
    const response = await post('/batch-print-by-tag?tag=storm&template_tag=storm')
    expect(response.headers.get('content-disposition')).toContain(`storm-${today}.zip`)
    expect(response.headers.get('content-type')).toBe('application/zip')
    const bytes = await file(response)
    const estimate = Number(response.headers.get('x-expected-bytes'))
    expect(Math.abs(estimate - bytes.length) / bytes.length).toBeLessThan(0.25)
    const letters = unzip(bytes)
    expect(letters.size).toBe(990)
    const names = [...letters.keys()]
    expect(names).toContain('1 Seeded Sample Way - Sample Owner 0.docx')
    expect(names).toContain('2 Seeded Sample Way - Sample & Sons 1 Roofs.docx')
    expect(names.filter((name) => /[<>:"/\\|?*]/.test(name))).toEqual([])
    for (const [n, lead] of newestFirst().entries()) {
      const parts = unzip(letters.get(names[n]!)!)
      expect(paragraphsOf(parts.get('word/document.xml')!)).toEqual(letterOf(lead))
      expect(paragraphsOf(parts.get('word/header1.xml')!)).toEqual([addresseeOf(lead)])
      expect(paragraphsOf(parts.get('word/footer1.xml')!)).toEqual(['Sample Tenant'])
    }
  })

  it('by lead type become HTML pages, with unconfirmed ones when included', async () => {
    const response = await post(
      '/batch-print-by-lead-type?lead_type=storm&template_tag=storm&format=html&include_unconfirmed=true',
    )
    const pages = unzip(await file(response))
    expect([pages.size, response.headers.get('x-letters-left-out')]).toEqual([1_000, '0'])
    for (const [n, page] of [...pages.values()].entries()) {
      const lead = seeded.at(-1 - n)!
      expect(
        textOfHtml(page.toString())
          .split('\n')
          .map((line) => line.trim()),
      ).toEqual(expect.arrayContaining(letterOf(lead).flatMap((text) => text.split('\n').map((line) => line.trim()))))
      expect(page.toString()).not.toMatch(/<script|\{\w+\}|undefined/)
    }
  })

  it('become one HTML page when merged', async () => {
    const html = (
      await file(await post('/batch-print-by-tag?tag=storm&template_tag=storm&format=html&merge=true'))
    ).toString()
    expect(html.match(/<main>/g)).toHaveLength(990)
    expect(html.match(/The end/g)).toHaveLength(990)
  })

  it('are logged as four prints, with count and template', async () => {
    const { rows } = await db.query(
      `select data from activity_events where type = 'LettersPrinted' and tenant_id = $1 order by position`,
      [testTenant.tenantId],
    )
    expect(rows.map(({ data }) => data.leadIds.length)).toEqual([990, 990, 1_000, 990])
    expect(rows.map(({ data }) => [data.count, data.templateTag, data.format])).toEqual([
      [990, 'storm', 'docx'],
      [990, 'storm', 'docx'],
      [1_000, 'storm', 'html'],
      [990, 'storm', 'html'],
    ])
  })
})

describe('a template without a tag, or one of two with the same tag', () => {
  const text = (line: string) => createDocument({ body: paragraphs(`${line} {address}`) })
  let ids: Record<string, string>

  beforeAll(async () => {
    for (const [name, tag] of [
      ['untagged', ''],
      ['older', 'old_roofs'],
      ['newer', 'old_roofs'],
    ] as const)
      await upload(testTenant.owner, `${name}.docx`, text(name), tag)
    const { data } = await graphql(server.url, testTenant.owner.token, '{ printableTemplates { id filename } }')
    ids = Object.fromEntries(
      data.printableTemplates.map(({ id, filename }: { id: string; filename: string }) => [filename, id]),
    )
  })

  it('is compared with the tags of the leads before printing', async () => {
    const matching = async (templateId: string | null) => {
      const { data } = await graphql(
        server.url,
        testTenant.owner.token,
        'query ($id: ID) { printCheck(selection: { tag: STORM }, templateId: $id) { matchingTag } }',
        { id: templateId },
      )
      return data.printCheck.matchingTag
    }
    const { data } = await graphql(server.url, testTenant.owner.token, '{ templateTags { tag templateId } }')
    const storm = data.templateTags.find(({ tag }: { tag: string }) => tag === 'STORM').templateId
    expect(await matching(storm)).toBe(1_000)
    expect([await matching(ids['older.docx']!), await matching(ids['untagged.docx']!), await matching(null)]).toEqual([
      0,
      null,
      null,
    ])
  })

  it('is printed by its id, by every route', async () => {
    const [lead] = seeded as [SeededLead]
    const untagged = ids['untagged.docx']!
    const byIds = await post('/batch-print', { lead_ids: [lead.id], template_id: untagged, merge: true })
    expect(byIds.headers.get('content-disposition')).toContain(`untagged-${today}.docx`)
    expect(paragraphsOf(unzip(await file(byIds)).get('word/document.xml')!)).toEqual([`untagged ${lead.address}`])
    const older = `template_id=${ids['older.docx']}`
    for (const path of [`-by-tag?tag=storm&${older}`, `-by-lead-type?lead_type=storm&${older}`]) {
      const letters = unzip(await file(await post(`/batch-print${path}`)))
      expect(paragraphsOf(unzip([...letters.values()][0]!).get('word/document.xml')!)[0]).toMatch(/^older /)
    }
    const preview = await post(`/preview/${lead.id}?${older}&format=html`, undefined, {}, testTenant.reps[0])
    expect(textOfHtml((await file(preview)).toString())).toContain(`older ${lead.address}`)
    const byTag = await post(`/preview/${lead.id}?template_tag=old_roofs&format=html`)
    expect(textOfHtml((await file(byTag)).toString())).toContain(`newer ${lead.address}`)
    const { rows } = await db.query(
      `select data->'templateTag' as tag from activity_events where type = 'LettersPrinted' and subject_id = $1`,
      [untagged],
    )
    expect(rows).toEqual([{ tag: null }])
  })

  it('is not found by an unknown id, or one of another tenant', async () => {
    const body = { lead_ids: [seeded[0]!.id], template_id: ids['older.docx'] }
    expect((await post('/batch-print', body, {}, otherTenant.owner)).status).toBe(404)
    for (const template_id of ['none', randomUUID()])
      expect((await post('/batch-print', { ...body, template_id })).status).toBe(404)
  })
})

describe('before printing', () => {
  const check = (selection: object, person = testTenant.owner) =>
    graphql(
      server.url,
      person.token,
      'query ($s: PrintSelection!) { printCheck(selection: $s) { total unconfirmed withoutOwner withoutOwnerAddress sentences } }',
      { s: selection },
    )

  it('the check reports missing data', async () => {
    expect((await check({ tag: 'STORM' })).data.printCheck).toEqual({
      total: 1_000,
      unconfirmed: 10,
      withoutOwner: 20,
      withoutOwnerAddress: 50,
      sentences: [
        '10 of 1000 have an unconfirmed owner',
        '20 of 1000 have no owner name',
        '50 of 1000 have no owner address',
      ],
    })
    const few = await check({ leadIds: seeded.slice(95, 100).map(({ id }) => id) })
    expect(few.data.printCheck.sentences).toEqual([
      '1 of 5 has an unconfirmed owner',
      '1 of 5 has no owner name',
      '1 of 5 has no owner address',
    ])
    expect((await check({ leadType: 'INSURANCE' })).data.printCheck).toMatchObject({ total: 0, sentences: [] })
    expect((await check({})).errors[0].extensions.code).toBe('BAD_USER_INPUT')
    expect((await check({ tag: 'STORM' }, testTenant.reps[0])).errors[0].extensions.code).toBe('FORBIDDEN')
    const strange = await check({ leadIds: seeded.map(({ id }) => id) }, otherTenant.owner)
    expect(strange.data.printCheck.total).toBe(0)
  })

  it.each([
    ['/batch-print', {}, 422, 'Please select leads and a template'],
    ['/batch-print', { lead_ids: [], template_tag: 'storm' }, 422, 'Please select leads and a template'],
    ['/batch-print', { lead_ids: [randomUUID()] }, 422, 'Please select leads and a template'],
    ['/batch-print', { lead_ids: [randomUUID(), 'none'], template_tag: 'storm' }, 404, 'No leads found'],
    ['/batch-print', { lead_ids: 'all', template_tag: 'storm' }, 400, /lead_ids/],
    ['/batch-print-by-tag?tag=storm', undefined, 422, 'Please select both a lead tag and template tag'],
    ['/batch-print-by-tag?template_tag=storm', undefined, 422, 'Please select both a lead tag and template tag'],
    ['/batch-print-by-tag?tag=roof&template_tag=storm', undefined, 422, /'roof' is not a property type/],
    ['/batch-print-by-tag?tag=storm&template_tag=roof', undefined, 422, /'roof' is not a template tag/],
    ['/batch-print-by-tag?tag=storm&template_tag=referral', undefined, 404, /no template for referral/],
    ['/batch-print-by-tag?tag=gutter&template_tag=storm', undefined, 422, 'No leads found'],
    ['/batch-print-by-tag?tag=storm&template_tag=storm&format=odt', undefined, 400, /format/],
    ['/batch-print-by-tag?tag=storm&template_tag=storm&format=pdf', undefined, 422, /PDF is switched off/],
    ['/batch-print-by-lead-type?lead_type=storm', undefined, 422, 'Please select both lead type and template'],
  ])('%s %j is rejected', async (path, body, status, detail) => {
    const response = await post(path, body)
    const problem = (await response.json()) as { detail: string }
    expect([response.status, problem.detail]).toEqual([
      status,
      detail instanceof RegExp ? expect.stringMatching(detail) : detail,
    ])
  })

  it('leads with unconfirmed owners are not printed unless included', async () => {
    const body = { lead_ids: [seeded[99]!.id], template_tag: 'storm', merge: true }
    expect((await post('/batch-print', body)).status).toBe(422)
    expect((await post('/batch-print', { ...body, include_unconfirmed: true })).status).toBe(200)
  })

  it('leads without a letter are named in the answer by their reason', async () => {
    const [foreign] = await seedLeads(database.ownerUrl, {
      tenantId: otherTenant.tenantId,
      repId: otherTenant.reps[0]!.id,
      count: 1,
      tag: 'storm',
    })
    const unknown = randomUUID()
    const body = {
      lead_ids: [unknown, seeded[0]!.id, 'gone, \nold', seeded[99]!.id, foreign!.id.toUpperCase(), unknown],
      template_tag: 'storm',
      merge: true,
    }
    const namesOf = async (response: Response) => {
      await file(response)
      return ['x-letters-total', 'x-letters-left-out', 'x-leads-unconfirmed', 'x-leads-not-found'].map((name) =>
        response.headers.get(name),
      )
    }
    const missing = `${unknown},gone%2C%20%0Aold,${foreign!.id}`
    expect(await namesOf(await post('/batch-print', body))).toEqual(['1', '4', seeded[99]!.id, missing])
    expect(await namesOf(await post('/batch-print', { ...body, include_unconfirmed: true }))).toEqual([
      '2',
      '3',
      null,
      missing,
    ])
    const many = { ...body, lead_ids: [seeded[0]!.id, ...Array.from({ length: 5_000 }, (_, n) => `none ${n}`)] }
    const [, leftOut, , notFound] = await namesOf(await post('/batch-print', many))
    expect([leftOut, notFound!.split(',').length]).toEqual(['5000', 50])
  })

  it("a rep may not print, and nobody may print another tenant's leads", async () => {
    const body = { lead_ids: [seeded[0]!.id], template_tag: 'storm' }
    expect((await post('/batch-print', body, {}, testTenant.reps[0])).status).toBe(403)
    expect(
      (await post('/batch-print-by-tag?tag=storm&template_tag=storm', undefined, {}, testTenant.reps[0])).status,
    ).toBe(403)
    expect((await post('/batch-print', body, {}, otherTenant.owner)).status).toBe(404)
    await upload(otherTenant.owner, 'letter.docx', template, 'storm')
    const answer = await post('/batch-print', body, {}, otherTenant.owner)
    expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([404, 'No leads found'])
  })
})

describe('a preview', () => {
  it('is the printed letter, as a document and as a sandboxed page', async () => {
    const lead = seeded[1]!
    const [rep] = testTenant.reps as [TestUser]
    const document = await post(`/preview/${lead.id}?template_tag=storm`, undefined, {}, rep)
    expect(document.headers.get('content-disposition')).toContain('.docx')
    expect(paragraphsOf(unzip(await file(document)).get('word/document.xml')!)).toEqual(letterOf(lead))
    const page = await post(`/preview/${lead.id}?template_tag=storm&format=html`, undefined, {}, rep)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe')
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    const html = await page.text()
    expect(html).toContain('Sample &amp; Sons &lt;1&gt; &quot;Roofs&quot;')
    expect(textOfHtml(html)).toContain(letterOf(lead)[1])
  })

  it('is limited to leads that the caller may see', async () => {
    const path = `/preview/${seeded[1]!.id}?template_tag=storm&format=html`
    expect((await post(path, undefined, {}, otherTenant.owner)).status).toBe(404)
    expect((await post(path, undefined, {}, otherTenant.reps[0])).status).toBe(404)
    expect((await post('/preview/none?template_tag=storm')).status).toBe(404)
    expect((await post(`/preview/${seeded[1]!.id}`)).status).toBe(422)
    expect((await rest(server.url, null, 'POST', `/templates${path}`)).status).toBe(401)
  })
})

it('a template that was uploaded before something in it was refused is not printed, in any form', async () => {
  await upload(testTenant.owner, 'earlier.docx', createDocument(), 'insurance')
  const hidden =
    '<x:p xmlns:x="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><x:fldSimple x:instr="DDEAUTO cmd"/></x:p>'
  await db.query(`update templates set content = $2 where tenant_id = $1 and tag = 'insurance'`, [
    testTenant.tenantId,
    createDocument({ body: hidden + headedSection }),
  ])
  const id = seeded[0]!.id
  const letters = { lead_ids: [id], template_tag: 'insurance' }
  for (const response of [
    await post('/batch-print', letters),
    await post('/batch-print', { ...letters, merge: true }),
    await post('/batch-print', { ...letters, merge: true, format: 'html' }),
    await post(`/preview/${id}?template_tag=insurance`),
    await post(`/preview/${id}?template_tag=insurance&format=html`, undefined, {}, testTenant.reps[0]),
  ])
    expect([response.status, await response.json()]).toEqual([
      422,
      expect.objectContaining({
        detail: expect.stringMatching(
          /^This template cannot be printed any more\. .*DDEAUTO field.* upload it again\.$/,
        ),
      }),
    ])
})

describe('a new lead', () => {
  it('is counted as not printed until its letter is printed; a preview does not count', async () => {
    const count = async () => {
      const { data } = await graphql(
        server.url,
        testTenant.owner.token,
        '{ leadCounters(filter: { neverPrinted: true }) { total } leadIds(filter: { neverPrinted: true }) }',
      )
      const listed = await rest(server.url, testTenant.owner.token, 'GET', '/leads?never_printed=true&limit=5')
      expect([data.leadIds.length, listed.body['total']]).toEqual([data.leadCounters.total, data.leadCounters.total])
      return data.leadCounters.total
    }
    const before = await count()
    const repId = testTenant.reps[0]!.id
    const [added] = await seedLeads(database.ownerUrl, {
      tenantId: testTenant.tenantId,
      repId,
      count: 1,
      tag: 'concrete',
    })
    expect(await count()).toBe(before + 1)
    await file(await post(`/preview/${added!.id}?template_tag=storm`))
    expect(await count()).toBe(before + 1)
    await file(await post('/batch-print', { lead_ids: [added!.id], template_tag: 'storm', include_unconfirmed: true }))
    expect(await count()).toBe(before)
  })
})

describe('a long print', () => {
  /** The value of a metric. */
  async function metric(name: string): Promise<number> {
    const lines = (await (await fetch(`${server.url}/api/metrics`)).text()).split('\n')
    return Number(lines.find((line) => line.startsWith(`porchlight_${name} `))?.split(' ')[1] ?? 0)
  }

  it('stops when the client disconnects, and the next is served at once', async () => {
    for (let n = 0; n < 6; n += 1) {
      const left = new AbortController()
      const response = await post('/batch-print-by-tag?tag=storm&template_tag=storm', undefined, {
        signal: left.signal,
      })
      await response.body!.getReader().read()
      left.abort()
    }
    await expect.poll(() => metric('document_jobs_total{job="print",outcome="left"}')).toBe(6)
    expect(await metric('document_jobs_running{job="print"}')).toBe(0)
    await file(await post('/batch-print', { lead_ids: [seeded[0]!.id], template_tag: 'storm', merge: true }))
    expect(server.output()).not.toMatch(/Error|at .*\.ts/)
  })

  it('does not block other requests', async () => {
    let printed = 0
    const prints = Promise.all(
      [1, 2, 3].map(async () => {
        await file(await post('/batch-print-by-tag?tag=storm&template_tag=storm'))
        printed += 1
      }),
    )
    let meanwhile = 0
    for (; printed === 0; meanwhile += 1)
      expect((await rest(server.url, testTenant.owner.token, 'GET', '/leads?limit=10')).status).toBe(200)
    await prints
    expect(meanwhile).toBeGreaterThan(1)
  })
})

describe('a print with an Idempotency-Key', () => {
  const printed = async () => {
    const { rows } = await db.query(
      `select data from activity_events where tenant_id = $1 and type = 'LettersPrinted' order by position`,
      [testTenant.tenantId],
    )
    return rows.map(({ data }) => data as { leadIds: string[] })
  }
  const send = (path: string, body: object, key: string) =>
    post(path, body, {
      headers: {
        authorization: `Bearer ${testTenant.owner.token}`,
        connection: 'close',
        'content-type': 'application/json',
        'idempotency-key': key,
      },
    })
  /** Sends a request again until the first one is over: its letters may arrive a moment earlier. */
  const sendAgain = async (path: string, body: object, key: string) => {
    for (;;) {
      const response = await send(path, body, key)
      if (response.status !== 409) return response
      await response.text()
    }
  }
  const merged = async (response: Response) =>
    paragraphsOf(
      unzip(await file(response))
        .get('word/document.xml')!
        .toString(),
    )

  it('that is sent again gives the same letters and is recorded once', async () => {
    const ids = confirmed()
      .slice(0, 3)
      .map(({ id }) => id)
    const body = { lead_ids: ids, template_tag: 'storm', merge: true }
    const key = randomUUID()
    const before = await printed()
    const first = await send('/batch-print', body, key)
    const letters = await merged(first)
    const second = await sendAgain('/batch-print', body, key)
    expect(await merged(second)).toEqual(letters)
    expect([first, second].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true'])
    const after = await printed()
    expect(after).toHaveLength(before.length + 1)
    expect(after.at(-1)!.leadIds).toEqual(ids)
    expect((await send('/batch-print', { ...body, merge: false }, key)).status).toBe(422)
  })

  it('of a tag prints the leads of the first print, also after others have got the tag', async () => {
    const tagged = seeded.slice(0, 2).map(({ id }) => id)
    await db.query(`update leads set tag = 'tornado' where id = any($1)`, [tagged])
    const body = { tag: 'tornado', template_tag: 'storm', merge: true, include_unconfirmed: true }
    const key = randomUUID()
    const letters = await merged(await send('/batch-print-by-tag', body, key))
    const before = await printed()
    await db.query(`update leads set tag = 'tornado' where id = $1`, [seeded[2]!.id])
    expect(await merged(await sendAgain('/batch-print-by-tag', body, key))).toEqual(letters)
    expect(await printed()).toEqual(before)
    await db.query(`update leads set tag = 'storm' where tag = 'tornado'`)
  })

  it('repeats the error of the first one', async () => {
    const body = { lead_ids: [seeded[0]!.id], template_tag: 'tornado' }
    const key = randomUUID()
    const first = await send('/batch-print', body, key)
    const second = await sendAgain('/batch-print', body, key)
    expect([first.status, second.status]).toEqual([404, 404])
    expect(await second.json()).toEqual(await first.json())
  })
})
