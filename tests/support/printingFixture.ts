import { expect } from 'vitest'
import { headedSection, paragraphs, createDocument } from './documents/createDocument.ts'
import { seedLeads, type SeededLead } from './seedLeads.ts'
import { createServerFixture, type ServerFixtureOptions } from './serverFixture.ts'
import type { TestUser } from './testTenant.ts'

/**
 * A template with everything that can go wrong: conditions, line breaks, a field split into runs, a different first
 * header, page numbers.
 */
export const letterTemplate = createDocument({
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

/** The day in names of files that are printed now. */
export function today(): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Indiana/Indianapolis' }).format(new Date())
}

export type PrintingFixture = Awaited<ReturnType<typeof createPrintingFixture>>

/** A server as `createServerFixture` makes it, whose tenant has leads of the type storm and `letterTemplate` for them. */
export async function createPrintingFixture(leads: number, options?: ServerFixtureOptions) {
  const fixture = await createServerFixture(options)
  const { server, ownerUrl, testTenant, owner, rep } = fixture
  const seeded = await seedLeads(ownerUrl, { tenantId: testTenant.tenantId, repId: rep.id, count: leads, tag: 'storm' })

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

  function post(path: string, body?: object, options: RequestInit = {}, person = owner): Promise<Response> {
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

  await upload(owner, 'letter.docx', letterTemplate, 'storm')
  const confirmed = seeded.filter(({ unconfirmed }) => !unconfirmed)
  return { ...fixture, seeded, confirmed, upload, post }
}

/** The body of an answer of 200. */
export async function fileOf(response: Response): Promise<Buffer> {
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([response.status, response.status === 200 ? '' : bytes.toString()]).toEqual([200, ''])
  return bytes
}

/** The expected paragraphs of a letter. */
export function letterOf(lead: SeededLead): string[] {
  return [
    `Lead at ${lead.address}`,
    `Dear ${lead.ownerName ?? ''},`,
    ...(lead.ownerAddress ? [`Mail: PO Box ${lead.number}\nSampleton, IN 46000`] : []),
    `Gate G${lead.number} & <out>`,
    'The end',
  ]
}
