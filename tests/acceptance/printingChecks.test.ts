import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { graphql, rest } from '../support/client.ts'
import { paragraphsOf, textOfHtml, unzip } from '../support/documents/readDocument.ts'
import { createPrintingFixture, fileOf, letterOf, letterTemplate } from '../support/printingFixture.ts'
import { seedLeads } from '../support/seedLeads.ts'
import type { TestUser } from '../support/testTenant.ts'

const fixture = await createPrintingFixture(1_000, { ownServer: 'has no PDF', env: { LIBREOFFICE: 'off' } })
type Lead = (typeof fixture.seeded)[number]
const setMark = 'mutation ($propertyId: ID!) { setDoNotKnock(input: { propertyId: $propertyId, kind: ASKED }) { id } }'
const { server, ownerUrl, testTenant, otherTenant, owner, seeded, upload, post } = fixture
afterAll(() => fixture.teardown())

describe('before printing', () => {
  const check = (selection: object, person = owner) =>
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
    const [foreign] = await seedLeads(ownerUrl, {
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
      await fileOf(response)
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

  it('leads at doors where nobody may knock now are not printed unless included', async () => {
    const [asked, lifted, ended, unmarked] = seeded.slice(0, 4) as [Lead, Lead, Lead, Lead]
    const markOf = (lead: Lead) => fixture.execute(owner, setMark, { propertyId: lead.property_id })
    await markOf(asked)
    const { setDoNotKnock: mark } = await markOf(lifted)
    await fixture.execute(owner, 'mutation ($id: ID!) { liftDoNotKnock(id: $id, reason: "They moved") { id } }', {
      id: (mark as { id: string }).id,
    })
    await markOf(ended)
    await fixture.db.query(
      `update do_not_knock set starts_at = now() - interval '2 days', ends_at = now() - interval '1 second' where property_id = $1`,
      [ended.property_id],
    )
    try {
      const leadIds = [asked, lifted, ended, unmarked].map(({ id }) => id)
      const { data } = await graphql(
        server.url,
        owner.token,
        'query ($s: PrintSelection!) { printCheck(selection: $s) { total doNotKnock sentences } }',
        { s: { leadIds } },
      )
      expect(data.printCheck).toEqual({
        total: 4,
        doNotKnock: 1,
        sentences: ['1 of 4 has a door where nobody may knock'],
      })
      const body = { lead_ids: leadIds, template_tag: 'storm' }
      const lettersOf = async (more: object) => {
        const response = await post('/batch-print', { ...body, ...more })
        const names = [...unzip(await fileOf(response)).keys()].map((name) => name.split(' - ')[0])
        const headers = ['x-letters-left-out', 'x-leads-do-not-knock'].map((name) => response.headers.get(name))
        return { names, headers }
      }
      expect(await lettersOf({})).toEqual({
        names: [lifted, ended, unmarked].map(({ address }) => address),
        headers: ['1', asked.id],
      })
      expect(await lettersOf({ include_do_not_knock: true })).toEqual({
        names: [asked, lifted, ended, unmarked].map(({ address }) => address),
        headers: ['0', null],
      })
      for (const [path, more] of [
        ['/batch-print', { template_tag: 'storm' }],
        ['/print-labels', { sheet: '5160' }],
        ['/print-labels', { sheet: 'envelope_10' }],
      ] as const) {
        const refused = await post(path, { lead_ids: [asked.id], ...more })
        expect([refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([
          422,
          'All of these leads have doors where nobody may knock. Include them to print them.',
        ])
        await fileOf(await post(path, { lead_ids: [asked.id], ...more, include_do_not_knock: true }))
      }
      const both = await post('/batch-print', { lead_ids: [asked.id, seeded[99]!.id], template_tag: 'storm' })
      expect(((await both.json()) as { detail: string }).detail).toMatch(/unconfirmed owners or doors where nobody/)
    } finally {
      await fixture.db.query('delete from do_not_knock')
    }
  })

  it("a rep may not print, and nobody may print another tenant's leads", async () => {
    const body = { lead_ids: [seeded[0]!.id], template_tag: 'storm' }
    expect((await post('/batch-print', body, {}, testTenant.reps[0])).status).toBe(403)
    expect(
      (await post('/batch-print-by-tag?tag=storm&template_tag=storm', undefined, {}, testTenant.reps[0])).status,
    ).toBe(403)
    expect((await post('/batch-print', body, {}, otherTenant.owner)).status).toBe(404)
    await upload(otherTenant.owner, 'letter.docx', letterTemplate, 'storm')
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
    expect(paragraphsOf(unzip(await fileOf(document)).get('word/document.xml')!)).toEqual(letterOf(lead))
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

describe('a new lead', () => {
  it('is counted as not printed until its letter is printed; a preview does not count', async () => {
    const count = async () => {
      const { data } = await graphql(
        server.url,
        owner.token,
        '{ leadCounters(filter: { neverPrinted: true }) { total } leadIds(filter: { neverPrinted: true }) }',
      )
      const listed = await rest(server.url, owner.token, 'GET', '/leads?never_printed=true&limit=5')
      expect([data.leadIds.length, listed.body['total']]).toEqual([data.leadCounters.total, data.leadCounters.total])
      return data.leadCounters.total
    }
    const before = await count()
    const repId = testTenant.reps[0]!.id
    const [added] = await seedLeads(ownerUrl, {
      tenantId: testTenant.tenantId,
      repId,
      count: 1,
      tag: 'concrete',
    })
    expect(await count()).toBe(before + 1)
    await fileOf(await post(`/preview/${added!.id}?template_tag=storm`))
    expect(await count()).toBe(before + 1)
    await fileOf(
      await post('/batch-print', { lead_ids: [added!.id], template_tag: 'storm', include_unconfirmed: true }),
    )
    expect(await count()).toBe(before)
  })
})
