import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { mergeFields, type MergeValues } from '../../../domain/templates/mergeFields.ts'
import {
  createDocument,
  headedSection,
  paragraphs,
  plainSection,
  type DocumentSpec,
} from '../../../../tests/support/documents/createDocument.ts'
import { overrideType, relationshipTo } from '../../../../tests/support/documents/otherSpellings.ts'
import { paragraphsOf, unzip } from '../../../../tests/support/documents/readDocument.ts'
import { createLetterWriter } from '../letters/createLetterWriter.ts'
import { inspectDocument } from './inspectDocument.ts'

const fixture = (name: string) => readFileSync(new URL(`../../../../tests/support/files/${name}.docx`, import.meta.url))
const values = Object.fromEntries(mergeFields.map(({ name, example }) => [name, example])) as MergeValues
const owner = values.owner_name
const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** The parts of a letter that is printed from a template, alone and in a merged document. */
async function print(template: Buffer): Promise<Map<string, string>[]> {
  const printed: Map<string, string>[] = []
  for (const packing of ['single', 'merged'] as const) {
    const createdAt = new Date('2026-11-20T12:00:00Z')
    const writer = await createLetterWriter({
      template,
      format: 'docx',
      packing,
      count: 1,
      title: 'letters',
      createdAt,
    })
    const pieces = [...(await writer.add([{ name: 'Letter', values }])), ...(await writer.finish())]
    printed.push(
      new Map([...unzip(Buffer.concat(pieces))].map(([name, content]) => [name, content.toString('latin1')])),
    )
  }
  return printed
}

const drawing = 'http://schemas.openxmlformats.org/drawingml/2006/main'
/** A picture, with what Word keeps beside it in an extension. */
const picture = (id: string | null, extension = '') =>
  `<w:p><w:r><w:drawing><a:blip xmlns:a="${drawing}" ${id ? `r:embed="${id}"` : ''}><a:extLst><a:ext uri="{28A0092B-C50C-407E-A947-70E740481C1C}"/>${extension && `<a:ext uri="{96DAC541-7B7A-43D3-8B79-37D633B846F1}">${extension}</a:ext>`}</a:extLst></a:blip></w:drawing></w:r></w:p>`
const svgExtension = (id: string) =>
  `<asvg:svgBlip xmlns:asvg="http://schemas.microsoft.com/office/drawing/2016/SVG/main" r:embed="${id}"/>`
const photoExtension = (id: string) =>
  `<a14:imgProps xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main"><a14:imgLayer r:embed="${id}"><a14:imgEffect/></a14:imgLayer></a14:imgProps>`
const hostileSvg = '<svg xmlns="http://www.w3.org/2000/svg"><script href="http://collector.example/x.js"/></svg>'

/** A document with a PNG as rId1 and another part as rId2. */
function withParts(body: string, kind: string, part: string, type: string, content: string | Buffer): DocumentSpec {
  return {
    body: paragraphs('Dear {owner_name}') + body + plainSection,
    types: overrideType(`word/${part}`, type),
    relations: relationshipTo('image', 'media/image1.png', 'rId1') + relationshipTo(kind, part, 'rId2'),
    parts: { 'word/media/image1.png': png, [`word/${part}`]: content },
  }
}

const svgPart = ['image', 'media/logo.svg', 'image/svg+xml', hostileSvg] as const
const photoPart = [
  'http://schemas.microsoft.com/office/2007/relationships/hdphoto',
  'media/hdphoto1.wdp',
  'image/vnd.ms-photo',
  'II\xbc\x01',
] as const
const settingsPart = [
  'printerSettings',
  'printerSettings/printerSettings1.bin',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.printerSettings',
  Buffer.from([0, 1, 2]),
] as const

describe('what a letter does not need', () => {
  const templates: [string, DocumentSpec][] = [
    ['an SVG picture beside its PNG', withParts(picture('rId1', svgExtension('rId2')), ...svgPart)],
    ['an HD photo beside its PNG', withParts(picture('rId1', photoExtension('rId2')), ...photoPart)],
    ['an SVG picture that nothing shows', withParts(picture('rId1'), ...svgPart)],
    [
      'a picture of an unknown kind that nothing shows',
      withParts(picture('rId1'), 'image', 'media/x.heic', 'image/heic', 'x'),
    ],
    [
      'the settings of a printer',
      withParts(
        `${picture('rId1')}<w:p><w:pPr><w:sectPr><w:printerSettings r:id="rId2"/></w:sectPr></w:pPr></w:p>`,
        ...settingsPart,
      ),
    ],
    [
      'an SVG picture in a header',
      {
        body: paragraphs('Dear {owner_name}') + headedSection,
        header: picture('rId1', svgExtension('rId2')),
        types: overrideType('word/media/logo.svg', 'image/svg+xml'),
        parts: {
          'word/media/image1.png': png,
          'word/media/logo.svg': hostileSvg,
          'word/_rels/header1.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationshipTo('image', 'media/image1.png', 'rId1')}${relationshipTo('image', 'media/logo.svg', 'rId2')}</Relationships>`,
        },
      },
    ],
  ]

  it.each(templates)('is left out of letters: %s', async (_what, spec) => {
    const template = createDocument(spec)
    expect(inspectDocument(template)).toEqual({ reasons: [], warnings: [], fields: ['owner_name'] })
    for (const letter of await print(template)) {
      expect(paragraphsOf(letter.get('word/document.xml')!)[0]).toBe(`Dear ${owner}`)
      const names = [...letter.keys()]
      expect(names).toContain('word/media/image1.png')
      expect(names.filter((name) => /\.(?:svg|wdp|heic|bin)$/.test(name))).toEqual([])
      const markup = [...letter].flatMap(([name, content]) => (/\.(?:xml|rels)$/.test(name) ? content : [])).join()
      expect(markup).not.toMatch(/logo|hdphoto|heic|printerSettings|svgBlip|imgLayer/)
      expect(markup).toContain('28A0092B')
    }
  })

  it('is left out where one part has several uses that do not show it', () => {
    const spec = withParts(
      picture('rId1', svgExtension('rId2')) + picture('rId1', svgExtension('rId3') + photoExtension('rId3')),
      ...svgPart,
    )
    const relations = spec.relations + relationshipTo('image', 'media/logo.svg', 'rId3')
    expect(inspectDocument(createDocument({ ...spec, relations })).reasons).toEqual([])
  })

  it.each([
    ['shown without a PNG', picture('rId2'), svgPart, /replace the SVG picture by a PNG/],
    ['the only picture', picture(null, svgExtension('rId2')), svgPart, /replace the SVG picture by a PNG/],
    ['both', picture('rId2', svgExtension('rId2')), svgPart, /replace the SVG picture by a PNG/],
    [
      'shown once and beside a PNG once',
      picture('rId1', svgExtension('rId2')) + picture('rId2'),
      svgPart,
      /replace the SVG picture by a PNG/,
    ],
    ['a photo that is shown', picture('rId2'), photoPart, /not every version of Word shows: save it as PNG or JPEG/],
    ['settings that are shown as a picture', picture('rId2'), settingsPart, /settings of a printer/],
  ] as const)(
    'is refused with the reason where it would be missed: %s',
    (_what, body, [kind, part, type, content], reason) => {
      expect(inspectDocument(createDocument(withParts(body, kind, part, type, content))).reasons.join(' ')).toMatch(
        reason,
      )
    },
  )

  it('is not looked for outside of the document', () => {
    const relations =
      '<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/logo.svg" TargetMode="External"/>'
    const spec = withParts(picture('rId1'), ...svgPart)
    expect(inspectDocument(createDocument({ ...spec, relations })).reasons.join(' ')).toMatch(/fetches|refers/)
  })
})

describe('a template from Word', () => {
  it('with an SVG logo is printed without it', async () => {
    const template = fixture('svgLogo')
    expect(inspectDocument(template)).toEqual({ reasons: [], warnings: [], fields: ['owner_name'] })
    for (const letter of await print(template)) {
      expect([...letter.keys()].filter((name) => name.includes('media'))).toEqual(['word/media/image1.png'])
      expect(letter.get('word/_rels/document.xml.rels')).not.toContain('svg')
    }
  })

  it('with a control that is bound to data is printed with the value in place of the data', async () => {
    const template = fixture('boundControl')
    expect(inspectDocument(template)).toEqual({ reasons: [], warnings: [], fields: ['owner_name'] })
    for (const letter of await print(template)) {
      const markup = letter.get('word/document.xml')!
      expect(paragraphsOf(markup)[0]).toBe(`Dear ${owner},`)
      expect(markup).toContain('<w:tag w:val="owner"/>')
      expect(markup).not.toContain('dataBinding')
    }
  })

  it.each([
    ['split into runs', 'w', '', '<w:r><w:t>{owner_</w:t></w:r><w:r><w:t>name}</w:t></w:r>'],
    [
      'in a newer control',
      'w15',
      'xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"',
      '<w:r><w:t>{owner_name}</w:t></w:r>',
    ],
    [
      'in a control inside the bound one',
      'w',
      '',
      '<w:sdt><w:sdtPr/><w:sdtContent><w:r><w:t>{owner_name}</w:t></w:r></w:sdtContent></w:sdt>',
    ],
  ])('with a field in a bound control is printed without the binding: %s', async (_what, prefix, declared, content) => {
    const template = createDocument({
      body: `<w:p ${declared}><w:sdt><w:sdtPr><${prefix}:dataBinding w:xpath="/a > b"/><w:text/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt></w:p>${plainSection}`,
    })
    expect(inspectDocument(template).reasons).toEqual([])
    for (const letter of await print(template)) {
      expect(paragraphsOf(letter.get('word/document.xml')!)[0]).toBe(owner)
      expect(letter.get('word/document.xml')).not.toContain('dataBinding')
    }
  })
})

describe('text that looks like a field', () => {
  const warningsOf = (spec: DocumentSpec) => inspectDocument(createDocument(spec)).warnings
  const warning = (shown: string, advice: string) =>
    `'${shown}' looks like a field, but is printed as it is: ${advice}.`

  it('is warned about in a document with fields of another program', () => {
    expect(inspectDocument(fixture('chevrons'))).toEqual({
      reasons: [],
      warnings: [warning('«owner_name»', 'write {owner_name}')],
      fields: [],
    })
  })

  it.each([
    ['«Owner Name»', 'write {owner_name}'],
    ['«GreetingLine»', 'fields are written like {owner_name}'],
    ['[Owner Name]', 'write {owner_name}'],
    ['[OWNER]', 'fields are written like {owner_name}'],
    ['[[city]]', 'write {city}'],
    ['[First_Name]', 'fields are written like {salutation}'],
    ['<city>', 'write {city}'],
    ['<<zip_code>>', 'write {zip_code}'],
    ['%owner_name%', 'write {owner_name}'],
  ])('is warned about: %s', (shown, advice) => {
    const text = shown.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    const [found, ...others] = warningsOf({ body: paragraphs(`Dear ${text}, {company_name}`) + plainSection })
    expect(others).toEqual([])
    expect(found).toMatch(new RegExp(`^'${shown.replaceAll(/[[\]]/g, '\\$&')}' looks like a field`))
    if (advice.startsWith('write')) expect(found).toBe(warning(shown, advice))
    else expect(found).toMatch(/: fields are written like \{\w+\}\.$/)
  })

  it('is found in headers and where Word has split it into runs, each once', () => {
    const torn = '<w:p><w:r><w:t>«own</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>er_name»</w:t></w:r></w:p>'
    expect(warningsOf({ body: torn + torn + headedSection, header: paragraphs('«city»') })).toEqual([
      warning('«owner_name»', 'write {owner_name}'),
      warning('«city»', 'write {city}'),
    ])
  })

  it.each([
    'We found [sic] 5 [x] and [ ] boxes, a < b > c, 10 % to 20 % of it',
    'Write to <sample@maple-demo.example>, or see [1] and [page 2]',
    'Dear {owner_name} at {address}',
    '« Nous avons réparé votre toit, et nous reviendrons au printemps pour les gouttières. »',
  ])('is not seen in other text: %s', (text) => {
    const markup = text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    expect(warningsOf({ body: paragraphs(markup) + plainSection })).toEqual([])
  })
})
