import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  createDocument,
  headedSection,
  paragraphs,
  type DocumentSpec,
} from '../../../../tests/support/documents/createDocument.ts'
import { relationshipTo } from '../../../../tests/support/documents/otherSpellings.ts'
import { inspectDocument } from './inspectDocument.ts'

const namespaces = [
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://purl.oclc.org/ooxml/wordprocessingml/main',
]
const prefixes = ['w', 'x', 'ns0', 'W', 'r', '']
const dangerousCodes = [
  ...[
    'DDE',
    'DDEAUTO',
    'INCLUDETEXT',
    'INCLUDEPICTURE',
    'INCLUDE',
    'IMPORT',
    'LINK',
    'EMBED',
    'RD',
    'DATABASE',
    'CONTROL',
  ],
  ...[
    'MACROBUTTON',
    'HYPERLINK',
    'ASK',
    'FILLIN',
    'QUOTE',
    'IF',
    'SET',
    'AUTOTEXT',
    'GLOSSARY',
    'PRINT',
    'HTMLACTIVEX',
  ],
].map((name) => `${name} http://collector.example/x`)
const harmlessCodes = ['PAGE', 'NUMPAGES \\* MERGEFORMAT', 'DATE \\@ "MMMM d"', 'TOC \\o "1-3"', 'HYPERLINK \\l "top"']

/** Cuts a text at random places. */
const pieces = (text: string) =>
  fc
    .uniqueArray(fc.integer({ min: 1, max: Math.max(1, text.length - 1) }), { maxLength: 6 })
    .map((cuts) => [0, ...cuts.toSorted((a, b) => a - b)].map((at, n, all) => text.slice(at, all[n + 1])))

const inRandomCase = (text: string) =>
  fc.array(fc.boolean(), { minLength: text.length, maxLength: text.length }).map((upper) =>
    text
      .split('')
      .map((letter, n) => (upper[n] ? letter.toUpperCase() : letter.toLowerCase()))
      .join(''),
  )

const escapeMarkup = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** A field with this code, simple or of several runs, with names of any prefix. */
function fieldMarkup(
  code: string,
  prefixesOf = prefixes,
  elements = ['instrText', 't', 'delInstrText'],
): fc.Arbitrary<string> {
  return fc
    .record({
      parts: pieces(code),
      prefix: fc.constantFrom(...prefixesOf),
      namespace: fc.constantFrom(...namespaces),
      element: fc.constantFrom(...elements),
      isSimple: fc.boolean(),
      before: fc.constantFrom('', ' ', '\n\t'),
    })
    .map(({ parts, prefix, namespace, element, isSimple, before }) => {
      const tag = (name: string) => (prefix ? `${prefix}:${name}` : name)
      // Attributes without a prefix have no namespace, so they need one.
      const own = prefix || 'a'
      const declared = `xmlns${prefix ? `:${prefix}` : ''}="${namespace}"${prefix ? '' : ` xmlns:a="${namespace}"`}`
      const mark = (type: string) => `<${tag('r')}><${tag('fldChar')} ${own}:fldCharType="${type}"/></${tag('r')}>`
      const content = isSimple
        ? `<${tag('fldSimple')} ${own}:instr="${escapeMarkup(before + code)}"/>`
        : mark('begin') +
          [before, ...parts]
            .map((part) => `<${tag('r')}><${tag(element)}>${escapeMarkup(part)}</${tag(element)}></${tag('r')}>`)
            .join('') +
          mark('end')
      return `<${tag('p')} ${declared}>${content}</${tag('p')}>`
    })
}

/** Puts markup into the body, the header or the footer, in one of the elements that may be around it. */
const somewhere = (markup: fc.Arbitrary<string>): fc.Arbitrary<DocumentSpec> =>
  fc
    .tuple(
      markup,
      fc.constantFrom('body', 'header', 'footer'),
      fc.constantFrom(
        (content: string) => content,
        (content: string) => `<w:sdt><w:sdtContent>${content}</w:sdtContent></w:sdt>`,
        (content: string) => `<w:tbl><w:tr><w:tc>${content}</w:tc></w:tr></w:tbl>`,
        (content: string) => `<w:p><w:r><w:pict><w:txbxContent>${content}</w:txbxContent></w:pict></w:r></w:p>`,
        (content: string) =>
          `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice>${content}</mc:Choice></mc:AlternateContent>`,
        (content: string) => `<x:any xmlns:x="urn:sample">${content}</x:any>`,
      ),
    )
    .map(([content, place, wrap]) => ({
      header: paragraphs('{company_name}'),
      [place]: place === 'body' ? wrap(content) + paragraphs('{owner_name}') + headedSection : wrap(content),
    }))

it('a field that fetches or runs something is refused in every spelling', () => {
  fc.assert(
    fc.property(
      somewhere(
        fc
          .constantFrom(...dangerousCodes)
          .chain(inRandomCase)
          .chain((code) => fieldMarkup(code)),
      ),
      (spec) => {
        expect(inspectDocument(createDocument(spec)).reasons.join()).toMatch(/ field|contains a link/)
      },
    ),
    { numRuns: 300 },
  )
})

it('a harmless field is accepted however Word splits it', () => {
  fc.assert(
    fc.property(
      somewhere(fc.constantFrom(...harmlessCodes).chain((code) => fieldMarkup(code, ['w'], ['instrText']))),
      (spec) => {
        expect(inspectDocument(createDocument(spec)).reasons).toEqual([])
      },
    ),
    { numRuns: 100 },
  )
})

it('a picture from outside of the document is refused in every spelling', () => {
  const addresses = [
    'http://collector.example/x.png',
    'FILE:///c:/x.png',
    '\\\\collector.example\\x.png',
    '//collector.example/x.png',
  ]
  const noise = fc.constantFrom('', ' ', '&#9;', '&#10;', '&#x200b;', '&#xa0;')
  const spell = (letter: string) =>
    fc.constantFrom(
      letter,
      letter.toUpperCase(),
      `&#${letter.charCodeAt(0)};`,
      `%${letter.charCodeAt(0).toString(16)}`,
      ...(letter === '/' ? ['\\'] : letter === '\\' ? ['/'] : []),
    )
  const target = fc
    .constantFrom(...addresses)
    .chain((address) => fc.tuple(noise, ...address.split('').flatMap((letter) => [spell(letter), noise])))
    .map((letters) => letters.join(''))
  fc.assert(
    fc.property(target, fc.constantFrom('', ' TargetMode="Internal"', ' TargetMode="External"'), (address, mode) => {
      const relations = relationshipTo('image', address).replace('/>', `${mode}/>`)
      expect(inspectDocument(createDocument({ relations })).reasons.join()).toMatch(/fetches a picture|not in it/)
    }),
    { numRuns: 300 },
  )
})
