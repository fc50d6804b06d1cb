import { describe, expect, it } from 'vitest'
import { createStarterTemplates } from '../../../../demo/templates/starterTemplates.ts'
import { headedSection, paragraphs, createDocument } from '../../../../tests/support/documents/createDocument.ts'
import { invalidDocuments } from '../../../../tests/support/documents/invalidDocuments.ts'
import { inspectDocument } from './inspectDocument.ts'

describe('the inspection of a file', () => {
  const files = invalidDocuments()

  it('is tested with at least forty hostile or broken files', () => {
    expect(files.length).toBeGreaterThanOrEqual(40)
    expect(new Set(files.map(({ name }) => name)).size).toBe(files.length)
  })

  it.each(files)('refuses $name with its reason', ({ file, reason }) => {
    expect(inspectDocument(file).reasons.join(' ')).toMatch(reason)
  })

  it('accepts a letter with fields in text, header and footer that Word has split into runs', () => {
    const torn =
      '<w:p><w:r><w:t>Dear {own</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>er_na</w:t></w:r><w:r><w:t>me}</w:t></w:r></w:p>'
    const file = createDocument({
      body: torn + paragraphs('{#data_gate_code}Gate {data_gate_code}{/data_gate_code}') + headedSection,
      header: paragraphs('{company_name}'),
      footer: paragraphs('{ rep_phone }'),
    })
    expect(inspectDocument(file)).toEqual({
      reasons: [],
      fields: ['company_name', 'data_gate_code', 'owner_name', 'rep_phone'],
    })
  })

  it('accepts a document without merge fields, and page numbers', () => {
    const file = createDocument({
      body: `<w:p><w:fldSimple w:instr=" PAGE "><w:r><w:t>1</w:t></w:r></w:fldSimple></w:p>`,
    })
    expect(inspectDocument(file)).toEqual({ reasons: [], fields: [] })
  })

  it.each(createStarterTemplates())('accepts the starter template $filename', ({ content }) => {
    const { reasons, fields } = inspectDocument(content)
    expect(reasons).toEqual([])
    expect(fields).toContain('company_name')
  })

  it('reports all problems at once', () => {
    const { reasons } = inspectDocument(createDocument({ body: paragraphs('{adress} {ctiy} {owner_name}') }))
    expect(reasons).toEqual([
      'The field {adress} is not known: did you mean {address}?',
      'The field {ctiy} is not known: did you mean {city}?',
    ])
  })
})
