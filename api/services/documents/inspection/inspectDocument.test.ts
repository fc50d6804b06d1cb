import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createDemoTemplates } from '../../../../demo/templates/demoTemplates.ts'
import {
  createDocument,
  documentParts,
  headedSection,
  namespaces,
  paragraphs,
  plainSection,
  zipFile,
} from '../../../../tests/support/documents/createDocument.ts'
import { invalidDocuments } from '../../../../tests/support/documents/invalidDocuments.ts'
import { overrideType, relationshipTo } from '../../../../tests/support/documents/otherSpellings.ts'
import { createStarterTemplates } from '../starters/starterTemplates.ts'
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
      warnings: [],
      fields: ['company_name', 'data_gate_code', 'owner_name', 'rep_phone'],
    })
  })

  it('accepts a document without merge fields, and page numbers', () => {
    const file = createDocument({
      body: `<w:p><w:fldSimple w:instr=" PAGE "><w:r><w:t>1</w:t></w:r></w:fldSimple></w:p>`,
    })
    expect(inspectDocument(file)).toEqual({ reasons: [], warnings: [], fields: [] })
  })

  it.each([...createStarterTemplates(), ...createDemoTemplates()])(
    "accepts the product's own template $filename",
    ({ content }) => {
      const { reasons, fields } = inspectDocument(content)
      expect(reasons).toEqual([])
      expect(fields).toContain('company_name')
    },
  )

  it('accepts the strict form of a document', () => {
    const strict = (markup: string) =>
      markup.replaceAll(
        /http:\/\/schemas\.openxmlformats\.org\/(officeDocument|wordprocessingml)\/2006\//g,
        'http://purl.oclc.org/ooxml/$1/',
      )
    const parts = documentParts({ body: paragraphs('Dear {owner_name}') + headedSection })
    const file = zipFile(Object.entries(parts).map(([name, content]) => [name, strict(String(content))]))
    expect(inspectDocument(file)).toEqual({ reasons: [], warnings: [], fields: ['owner_name'] })
  })

  it('accepts an SVG picture of a drawing program that is shown as it is', () => {
    const logo = `<?xml version="1.0"?><!-- Created with a drawing program -->
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd">
      <sodipodi:namedview sodipodi:docname="C:\\logo.svg"/><style>.a { fill: url(#shade) }</style><defs><linearGradient id="shade"/></defs>
      <rect class="a" style="stroke:#000"/><use xlink:href="#shade"/><image href="data:image/png;base64,iVBORw0KGgo="/></svg>`
    const file = createDocument({
      body:
        '<w:p><w:r><w:drawing><a:blip xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" r:embed="rId9"/></w:drawing></w:r></w:p>' +
        plainSection,
      types: '<Default Extension="svg" ContentType="image/svg+xml"/>',
      relations: relationshipTo('image', 'media/logo.svg'),
      parts: { 'word/media/logo.svg': logo },
    })
    expect(inspectDocument(file).reasons).toEqual([])
  })

  it.each([
    ['png', '\x89PNG\r\n\x1a\n'],
    ['jpeg', '\xff\xd8\xff\xe0'],
    ['gif', 'GIF89a'],
    ['bmp', `BM\x36\x03\0\0\0\0\0\0`],
    ['tiff', 'II*\0'],
    ['x-emf', `\x01\0\0\0${'\0'.repeat(36)} EMF`],
    ['x-wmf', '\xd7\xcd\xc6\x9a'],
    ['x-wmf', '\x01\0\x09\0\0\x03'],
  ])('accepts a picture of the type %s', (type, start) => {
    const file = createDocument({
      types: overrideType('word/media/image1.tmp', `image/${type}`),
      relations: relationshipTo('image', 'media/image1.tmp'),
      parts: { 'word/media/image1.tmp': Buffer.from(start, 'latin1') },
    })
    expect(inspectDocument(file).reasons).toEqual([])
  })

  it('accepts the fonts that Word obfuscates and Google Docs embeds, and no others', () => {
    const font = readFileSync(new URL('../labels/figtree.ttf', import.meta.url))
    const key = '{1DC2C84C-6A9C-4C29-9EBE-2F6A0C8D5A11}'
    const bytes = Buffer.from(key.replaceAll(/[^0-9A-F]/g, ''), 'hex').toReversed()
    const obfuscated = Buffer.from(font.map((byte, at) => (at < 32 ? byte ^ bytes[at % 16]! : byte)))
    const withFont = (content: Buffer, fontKey: string) =>
      createDocument({
        relations: relationshipTo('fontTable', 'fontTable.xml'),
        types:
          overrideType(
            'word/fontTable.xml',
            'application/vnd.openxmlformats-officedocument.wordprocessingml.fontTable+xml',
          ) + overrideType('word/fonts/font1.odttf', 'application/vnd.openxmlformats-officedocument.obfuscatedFont'),
        parts: {
          'word/fontTable.xml': `<w:fonts ${namespaces}><w:font w:name="Figtree"><w:embedRegular r:id="rId1" w:fontKey="${fontKey}"/></w:font></w:fonts>`,
          'word/_rels/fontTable.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationshipTo('font', 'fonts/font1.odttf', 'rId1')}</Relationships>`,
          'word/fonts/font1.odttf': content,
        },
      })
    expect(inspectDocument(withFont(obfuscated, key)).reasons).toEqual([])
    expect(inspectDocument(withFont(font, '{00000000-0000-0000-0000-000000000000}')).reasons).toEqual([])
    const otherKey = key.replaceAll(/\d/g, '0')
    for (const file of [withFont(obfuscated, otherKey), withFont(obfuscated.subarray(0, 9_000), key)])
      expect(inspectDocument(file).reasons.join()).toMatch(/is not a font/)
  })

  it('accepts data of other programs, and a control that is bound to it and has no field', () => {
    const file = createDocument({
      body:
        '<w:p><w:sdt><w:sdtPr><w:dataBinding w:xpath="/a"/><w:text/></w:sdtPr><w:sdtContent><w:r><w:t>Spring</w:t></w:r></w:sdtContent></w:sdt></w:p>' +
        plainSection,
      relations: relationshipTo('customXml', '../customXml/item1.xml'),
      parts: {
        'customXml/item1.xml':
          '<?mso-contentType?><control xmlns="urn:sample"><object src="http://a.example"/></control>',
      },
    })
    expect(inspectDocument(file).reasons).toEqual([])
  })

  it('reports all problems at once', () => {
    const { reasons } = inspectDocument(createDocument({ body: paragraphs('{adress} {ctiy} {owner_name}') }))
    expect(reasons).toEqual([
      'The field {adress} is not known: did you mean {address}?',
      'The field {ctiy} is not known: did you mean {city}?',
    ])
  })
})
