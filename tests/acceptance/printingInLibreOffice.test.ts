import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDemoTemplates } from '../../demo/templates/demoTemplates.ts'
import { mergeFields, type MergeValues } from '../../api/domain/templates/mergeFields.ts'
import type { Letter } from '../../api/services/documents/documents.ts'
import { createWorkerDocuments } from '../../api/services/documents/workerDocuments.ts'
import { headedSection, paragraphs, createDocument } from '../support/documents/createDocument.ts'

const missing = ['soffice', 'pdfinfo', 'pdftotext'].filter((program) => spawnSync(program, ['--help']).error)
const examples = Object.fromEntries(mergeFields.map(({ name, example }) => [name, example])) as MergeValues
const count = 100

/** Two sections, the second on two pages without its own header: the usual problem when letters are merged. */
const twoSections = createDocument({
  header: paragraphs('Header for {address}'),
  body:
    paragraphs('Front of {address}') +
    `<w:p><w:pPr>${headedSection}</w:pPr></w:p>` +
    paragraphs('Back of {address}') +
    '<w:p><w:r><w:br w:type="page"/></w:r></w:p>' +
    paragraphs('Last of {address}', 'שלום {owner_name}') +
    '<w:sectPr><w:pgSz w:w="12240" w:h="15840"/></w:sectPr>',
})

let folder: string
const documents = createWorkerDocuments()

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'porchlight-letters-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await documents.close()
})

/** The pages of 100 merged letters, as LibreOffice lays them out. */
async function pagesOf(template: Buffer): Promise<string[]> {
  const pieces: Uint8Array[] = []
  const job = {
    template,
    format: 'docx',
    packing: 'merged',
    count: 100,
    title: 'letters',
    createdAt: new Date(),
  } as const
  for await (const piece of documents.print(job, letters())) pieces.push(piece)
  const file = path.join(folder, 'letters.docx')
  writeFileSync(file, Buffer.concat(pieces))
  const profile = `-env:UserInstallation=file://${folder}/profile`
  const run = spawnSync('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, file], {
    encoding: 'utf8',
  })
  expect(run.status, run.stderr).toBe(0)
  const pdf = path.join(folder, 'letters.pdf')
  spawnSync('pdftotext', ['-layout', pdf, path.join(folder, 'letters.txt')])
  const text = readFileSync(path.join(folder, 'letters.txt'), 'utf8')
  // Ignore line breaks, which depend on the layout.
  return text
    .replaceAll(/[ \n]+/g, ' ')
    .split('\f')
    .slice(0, -1)
}

async function* letters(): AsyncGenerator<Letter[]> {
  for (let at = 0; at < count; at += 30)
    yield Array.from({ length: Math.min(30, count - at) }, (_, n) => ({
      name: `${at + n}`,
      values: {
        ...examples,
        address: `No. ${at + n} Sample & <Demo> St`,
        street_address: `No. ${at + n} Sample & <Demo> St`,
        owner_name: 'דוגמה & Co',
      },
    }))
}

describe.skipIf(missing.length > 0)(
  `a merged document in LibreOffice${missing.length > 0 ? ` (skipped: ${missing.join(', ')} not installed)` : ''}`,
  () => {
    it('has one page for each one-page letter, each numbered from 1', async () => {
      const [storm] = createDemoTemplates()
      const pages = await pagesOf(storm!.content)
      expect(pages).toHaveLength(count)
      for (const n of [0, 37, 64, count - 1]) {
        expect(pages[n]).toContain(`After the storm: No. ${n} Sample & <Demo> St`)
        expect(pages[n]).toContain('Maple Demo Roofing LLC')
        expect(pages[n]).toContain('Page 1 of 1')
      }
    }, 120_000)

    it("keeps each section's header across letters", async () => {
      const pages = await pagesOf(twoSections)
      expect(pages).toHaveLength(3 * count)
      for (const n of [0, 1, 51, count - 1]) {
        const [front, back, last] = pages.slice(3 * n, 3 * n + 3)
        for (const page of [front, back, last]) expect(page).toContain(`Header for No. ${n} Sample`)
        expect(front).toContain(`Front of No. ${n} Sample & <Demo> St`)
        expect(back).toContain(`Back of No. ${n} Sample`)
        expect(last).toContain(`Last of No. ${n} Sample`)
      }
    }, 120_000)
  },
)
