import { afterAll, describe, expect, it } from 'vitest'
import { rest } from '../support/client.ts'
import { paragraphsOf, textOfHtml, unzip } from '../support/documents/readDocument.ts'
import { createPrintingFixture, fileOf, letterOf, today } from '../support/printingFixture.ts'
import type { SeededLead } from '../support/seedLeads.ts'

const fixture = await createPrintingFixture(1_000, { ownServer: 'counts the prints of its process' })
const { server, db, testTenant, owner, seeded, confirmed, post } = fixture
afterAll(() => fixture.teardown())

const addresseeOf = (lead: SeededLead) => `For ${lead.ownerName ?? 'Current Resident'}`

describe('1,000 leads', () => {
  it('by ids are merged into one document: each once, in order, with its own header, on its own pages', async () => {
    const response = await post('/batch-print', {
      lead_ids: seeded.map(({ id }) => id),
      template_tag: 'storm',
      merge: true,
    })
    expect(response.headers.get('content-disposition')).toContain(`storm-${today()}.docx`)
    expect(response.headers.get('content-type')).toMatch(/wordprocessingml\.document$/)
    expect([response.headers.get('x-letters-total'), response.headers.get('x-letters-left-out')]).toEqual(['990', '10'])
    const parts = unzip(await fileOf(response))
    const markup = parts.get('word/document.xml')!.toString()
    expect(paragraphsOf(markup)).toEqual(confirmed.flatMap(letterOf))
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
    expect(headers).toEqual(confirmed.map(addresseeOf))
    expect([...markup.matchAll(/<w:type w:val="nextPage"\/>/g)]).toHaveLength(990)
    const types = parts.get('[Content_Types].xml')!.toString()
    for (const name of parts.keys()) if (/header|footer/.test(name)) expect(types).toContain(`PartName="/${name}"`)
    // Parts that are identical in all letters are stored once.
    expect([...parts.keys()].filter((name) => name.startsWith('word/footer'))).toHaveLength(1)
    expect([...parts.values()].join('\n')).not.toMatch(/\{[#^/]?\w+\}|undefined|\[object/)
  })

  it('by tag become a zip with one document each, with readable names', async () => {
    const response = await post('/batch-print-by-tag?tag=storm&template_tag=storm')
    expect(response.headers.get('content-disposition')).toContain(`storm-${today()}.zip`)
    expect(response.headers.get('content-type')).toBe('application/zip')
    const bytes = await fileOf(response)
    const estimate = Number(response.headers.get('x-expected-bytes'))
    expect(Math.abs(estimate - bytes.length) / bytes.length).toBeLessThan(0.25)
    const letters = unzip(bytes)
    expect(letters.size).toBe(990)
    const names = [...letters.keys()]
    expect(names).toContain('1 Seeded Sample Way - Sample Owner 0.docx')
    expect(names).toContain('2 Seeded Sample Way - Sample & Sons 1 Roofs.docx')
    expect(names.filter((name) => /[<>:"/\\|?*]/.test(name))).toEqual([])
    for (const [n, lead] of confirmed.toReversed().entries()) {
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
    const pages = unzip(await fileOf(response))
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
      await fileOf(await post('/batch-print-by-tag?tag=storm&template_tag=storm&format=html&merge=true'))
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
    await fileOf(await post('/batch-print', { lead_ids: [seeded[0]!.id], template_tag: 'storm', merge: true }))
    expect(server.output()).not.toMatch(/Error|at .*\.ts/)
  })

  it('does not block other requests', async () => {
    let printed = 0
    const prints = Promise.all(
      [1, 2, 3].map(async () => {
        await fileOf(await post('/batch-print-by-tag?tag=storm&template_tag=storm'))
        printed += 1
      }),
    )
    let meanwhile = 0
    for (; printed === 0; meanwhile += 1)
      expect((await rest(server.url, owner.token, 'GET', '/leads?limit=10')).status).toBe(200)
    await prints
    expect(meanwhile).toBeGreaterThan(1)
  })
})
