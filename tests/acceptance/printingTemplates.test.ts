import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { graphql } from '../support/client.ts'
import { createDocument, headedSection, paragraphs } from '../support/documents/createDocument.ts'
import { paragraphsOf, textOfHtml, unzip } from '../support/documents/readDocument.ts'
import { createPrintingFixture, fileOf, today } from '../support/printingFixture.ts'
import type { SeededLead } from '../support/seedLeads.ts'

const fixture = await createPrintingFixture(100)
const { server, db, testTenant, otherTenant, owner, seeded, upload, post } = fixture
afterAll(() => fixture.teardown())

describe('a template without a tag, or one of two with the same tag', () => {
  const text = (line: string) => createDocument({ body: paragraphs(`${line} {address}`) })
  let ids: Record<string, string>

  beforeAll(async () => {
    for (const [name, tag] of [
      ['untagged', ''],
      ['older', 'old_roofs'],
      ['newer', 'old_roofs'],
    ] as const)
      await upload(owner, `${name}.docx`, text(name), tag)
    const { data } = await graphql(server.url, owner.token, '{ printableTemplates { id filename } }')
    ids = Object.fromEntries(
      data.printableTemplates.map(({ id, filename }: { id: string; filename: string }) => [filename, id]),
    )
  })

  it('is compared with the tags of the leads before printing', async () => {
    const matching = async (templateId: string | null) => {
      const { data } = await graphql(
        server.url,
        owner.token,
        'query ($id: ID) { printCheck(selection: { tag: STORM }, templateId: $id) { matchingTag } }',
        { id: templateId },
      )
      return data.printCheck.matchingTag
    }
    const { data } = await graphql(server.url, owner.token, '{ templateTags { tag templateId } }')
    const storm = data.templateTags.find(({ tag }: { tag: string }) => tag === 'STORM').templateId
    expect(await matching(storm)).toBe(100)
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
    expect(byIds.headers.get('content-disposition')).toContain(`untagged-${today()}.docx`)
    expect(paragraphsOf(unzip(await fileOf(byIds)).get('word/document.xml')!)).toEqual([`untagged ${lead.address}`])
    const older = `template_id=${ids['older.docx']}`
    for (const path of [`-by-tag?tag=storm&${older}`, `-by-lead-type?lead_type=storm&${older}`]) {
      const letters = unzip(await fileOf(await post(`/batch-print${path}`)))
      expect(paragraphsOf(unzip([...letters.values()][0]!).get('word/document.xml')!)[0]).toMatch(/^older /)
    }
    const preview = await post(`/preview/${lead.id}?${older}&format=html`, undefined, {}, testTenant.reps[0])
    expect(textOfHtml((await fileOf(preview)).toString())).toContain(`older ${lead.address}`)
    const byTag = await post(`/preview/${lead.id}?template_tag=old_roofs&format=html`)
    expect(textOfHtml((await fileOf(byTag)).toString())).toContain(`newer ${lead.address}`)
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

it('a template that was uploaded before something in it was refused is not printed, in any form', async () => {
  await upload(owner, 'earlier.docx', createDocument(), 'insurance')
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
