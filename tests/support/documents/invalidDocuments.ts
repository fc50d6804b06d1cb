import { randomBytes } from 'node:crypto'
import {
  documentMarkup,
  namespaces,
  paragraphs,
  plainSection,
  createDocument,
  documentParts,
  zipFile,
  type DocumentSpec,
} from './createDocument.ts'
import { type InvalidDocument, otherSpellings } from './otherSpellings.ts'

const relationship = (type: string, target: string, external = false) =>
  `<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`
const fieldCode = (code: string) =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>${code.replaceAll(/./g, '<w:r><w:instrText xml:space="preserve">$&</w:instrText></w:r>')}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`
const withSpec = (name: string, what: DocumentSpec, reason: RegExp): InvalidDocument => ({
  name,
  file: createDocument(what),
  reason,
})
const withBody = (name: string, body: string, reason: RegExp): InvalidDocument =>
  withSpec(name, { body: body + plainSection }, reason)
const withRelationships = (name: string, relations: string, reason: RegExp): InvalidDocument =>
  withSpec(name, { relations }, reason)
const withPart = (name: string, path: string, content: string | Buffer, reason: RegExp): InvalidDocument =>
  withSpec(name, { parts: { [path]: content } }, reason)
const withMarkup = (name: string, malformedMarkup: string | Buffer, reason: RegExp): InvalidDocument =>
  withPart(name, 'word/document.xml', malformedMarkup, reason)
const asFile = (name: string, file: Buffer, reason: RegExp): InvalidDocument => ({ name, file, reason })

/** Files that are not documents, are damaged, or contain something that a letter may not. */
export function invalidDocuments(): InvalidDocument[] {
  return [
    ...otherFileTypes(),
    ...brokenArchives(),
    ...decompressionBombs(),
    ...activeContent(),
    ...externalReferences(),
    ...malformedMarkup(),
    ...invalidTemplateTags(),
    ...otherSpellings(),
  ]
}

function otherFileTypes(): InvalidDocument[] {
  const oldWord = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), randomBytes(4_096)])
  return [
    asFile('text with another name', Buffer.from('Dear {owner_name}'), /not a Word document/),
    asFile('noise', Buffer.concat([Buffer.from([0]), randomBytes(50_000)]), /not a Word document/),
    asFile('an old .doc or a protected document', oldWord, /old \.doc file or has a password/),
    asFile('a PDF', Buffer.from('%PDF-1.7 …'), /This is a PDF/),
    asFile('an RTF file', Buffer.from('{\\rtf1 Dear}'), /RTF/),
    asFile('a web page', Buffer.from('<html><script>alert(1)</script></html>'), /web page/),
    asFile('a program', Buffer.concat([Buffer.from('MZ'), randomBytes(2_000)]), /program/),
    asFile('an archive of pictures', zipFile({ 'a.png': 'x' }), /zip archive, not a Word document/),
    asFile(
      'a workbook',
      zipFile({
        '[Content_Types].xml':
          '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
      }),
      /Excel/,
    ),
    withSpec(
      'a Word template file',
      {
        parts: {
          '[Content_Types].xml': String(documentParts()['[Content_Types].xml']).replace(
            'document.main+xml',
            'template.main+xml',
          ),
        },
      },
      /\.dotx/,
    ),
  ]
}

function brokenArchives(): InvalidDocument[] {
  const valid = createDocument()
  const parts = Object.entries(documentParts()) as [string, string][]
  const main = 'word/document.xml'
  return [
    asFile('cut off in the middle', valid.subarray(0, valid.length / 2), /truncated or damaged/),
    asFile('cut off before its end', valid.subarray(0, valid.length - 5), /truncated or damaged/),
    asFile('with changed bytes', corruptBytes(valid), /damaged|two different names for one file/),
    asFile('only the first bytes of an archive', Buffer.from('PK\x03\x04'), /truncated or damaged/),
    asFile('an empty archive', zipFile({}), /damaged/),
    asFile('a part with a wrong checksum', zipFile(parts, { [main]: { crc: 1 } }), /damaged/),
    asFile('a part with a password', zipFile(parts, { [main]: { flags: 1 } }), /password/),
    asFile('a part packed in an unknown way', zipFile(parts, { [main]: { method: 12 } }), /compressed with a method/),
    asFile(
      'a part with two names',
      zipFile(parts, { [main]: { localName: 'word/documenX.xml' } }),
      /two different names/,
    ),
    asFile('the same part twice', zipFile([...parts, [main, documentMarkup('')]]), /twice/),
    asFile('a part that climbs out', zipFile([...parts, ['../../etc/cron.d/x', 'x']]), /forbidden name/),
    asFile('a part with an absolute name', zipFile([...parts, ['/etc/passwd', 'x']]), /forbidden name/),
    asFile('a part beyond the end', zipFile(parts, { [main]: { offset: 9_999_999 } }), /damaged/),
  ]
}

function decompressionBombs(): InvalidDocument[] {
  const zeros = Buffer.alloc(60 * 1024 * 1024)
  const parts = Object.entries(documentParts()) as [string, string][]
  const spaces = documentMarkup(`${' '.repeat(30_000_000)}${paragraphs('x')}`)
  return [
    asFile('a bomb', zipFile([...parts, ['word/media/a.png', zeros]]), /at most \d+ MB when unpacked/),
    asFile(
      'a bomb that declares a small size',
      zipFile([...parts, ['word/media/a.png', zeros]], { 'word/media/a.png': { size: 100 } }),
      /at most \d+ MB when unpacked/,
    ),
    asFile(
      'many parts that are too large together',
      zipFile([
        ...parts,
        ...Array.from({ length: 30 }, (_, n): [string, Buffer] => [
          `word/media/${n}.png`,
          zeros.subarray(0, 2_000_000),
        ]),
      ]),
      /at most \d+ MB when unpacked/,
    ),
    asFile('overlapping parts', overlappingEntries(), /overlap|two different names/),
    asFile(
      'very many parts',
      zipFile([...parts, ...Array.from({ length: 3_000 }, (_, n): [string, string] => [`word/media/${n}.png`, ''])]),
      /contains \d+ files/,
    ),
    withMarkup('markup without end', spaces, /at most 2 MB/),
    withMarkup(
      'markup nested without end',
      documentMarkup('<w:p>'.repeat(5_000) + '</w:p>'.repeat(5_000)),
      /nested too deeply/,
    ),
    withMarkup('elements without number', documentMarkup('<w:p/>'.repeat(300_000)), /too many elements/),
    withMarkup('a million braces', documentMarkup(paragraphs('{'.repeat(1_000_000))), /too many fields/),
    withMarkup(
      'sections in sections without end',
      documentMarkup(paragraphs(`${'{#owner_name}'.repeat(900)}${'{/owner_name}'.repeat(900)}`)),
      /at most 20 levels/,
    ),
    withMarkup(
      'entities that multiply',
      `<!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${documentMarkup(paragraphs('&b;'))}`,
      /declares entities|damaged/,
    ),
    withMarkup(
      'an entity that reads a file',
      `<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/passwd">]>${documentMarkup(paragraphs('&file;'))}`,
      /declares entities|damaged/,
    ),
  ]
}

function activeContent(): InvalidDocument[] {
  const macro = (name: string, path: string) => withPart(name, path, Buffer.from('VBA'), /macros/)
  return [
    macro('macros', 'word/vbaProject.bin'),
    macro('macros under another case', 'word/VBAPROJECT.BIN'),
    withSpec(
      'the type of a document with macros',
      { types: '<Override PartName="/word/x.bin" ContentType="application/vnd.ms-office.vbaProject"/>' },
      /macros/,
    ),
    withPart('changed menus', 'customUI/customUI.xml', '<customUI onLoad="run"/>', /menus/),
    withPart('an ActiveX control', 'word/activeX/activeX1.xml', '<ax/>', /ActiveX/),
    withPart('an embedded workbook', 'word/embeddings/sheet.xlsx', Buffer.from('PK'), /embedded object/),
    withPart('a program among the pictures', 'word/media/run.exe', Buffer.from('MZ'), /does not need/),
    withPart('a script', 'word/run.js', 'alert(1)', /does not need/),
    withPart('a program with the name of a picture', 'word/media/image1.png', Buffer.from('MZ\x90\0'), /not a picture/),
    withPart(
      'a drawing that can hold scripts',
      'word/media/image1.svg',
      '<svg><script>alert(1)</script></svg>',
      /does not need/,
    ),
    withBody(
      'an OLE object',
      '<w:p><w:r><w:object><o:OLEObject Type="Embed" ProgID="Package"/></w:object></w:r></w:p>',
      /embedded object/,
    ),
    withBody('another document put in', '<w:altChunk r:id="rId9"/>', /altChunk/),
    withBody(
      'a field that starts a program',
      fieldCode('DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe "/k calc"'),
      /DDEAUTO/,
    ),
    withBody('a field that starts a program, simply', '<w:p><w:fldSimple w:instr=" DDE cmd "/></w:p>', /DDE field/),
    withBody('a field that puts in a file', fieldCode('INCLUDETEXT "c:\\\\secret.txt"'), /INCLUDETEXT/),
    withBody(
      'a field that fetches a picture',
      fieldCode('INCLUDEPICTURE "http://collector.example/x.png" \\\\d'),
      /INCLUDEPICTURE/,
    ),
    withBody(
      'a field made by a field',
      '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>' +
        fieldCode('PAGE') +
        '<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>',
      /inside the code of another field/,
    ),
    withBody(
      "Word's own merge field",
      fieldCode(' MERGEFIELD  owner_name '),
      /merge field 'owner_name': write \{owner_name\}/,
    ),
    withPart(
      'a mail merge',
      'word/settings.xml',
      `<w:settings ${namespaces}><w:mailMerge><w:query w:val="SELECT * FROM c"/></w:mailMerge></w:settings>`,
      /mail merge/,
    ),
  ]
}

function externalReferences(): InvalidDocument[] {
  return [
    withRelationships(
      'a link',
      relationship('hyperlink', 'https://collector.example/', true),
      /links to https:\/\/collector\.example/,
    ),
    withRelationships(
      'a link that runs a script',
      relationship('hyperlink', 'javascript:alert(1)'),
      /links to javascript/,
    ),
    withRelationships(
      'a picture from elsewhere',
      relationship('image', 'http://collector.example/pixel.png', true),
      /fetches a picture/,
    ),
    withRelationships(
      'a picture on a share',
      relationship('image', '\\\\collector.example\\x.png'),
      /fetches a picture/,
    ),
    withRelationships(
      'an object from elsewhere',
      relationship('oleObject', 'http://collector.example/x', true),
      /embedded object/,
    ),
    withRelationships('a subdocument', relationship('subDocument', 'http://collector.example/x', true), /subdocuments/),
    withRelationships('another document, named as a chunk', relationship('aFChunk', 'chunk.html'), /altChunk/),
    withRelationships('a frame', relationship('frame', 'http://collector.example/x', true), /frames/),
    withRelationships(
      'something unknown from elsewhere',
      relationship('customThing', 'ftp://collector.example/x', true),
      /document fetches ftp/,
    ),
    withPart(
      'a attached to a template',
      'word/_rels/settings.xml.rels',
      `<Relationships xmlns="x">${relationship('attachedTemplate', 'http://collector.example/x.dotm', true)}</Relationships>`,
      /attached to a template/,
    ),
  ]
}

function malformedMarkup(): InvalidDocument[] {
  return [
    withMarkup('markup that is not well-formed', documentMarkup('<w:p><w:r></w:p>'), /damaged/),
    withMarkup('no markup at all', Buffer.from([1, 2, 3, 250, 251]), /not in UTF-8|damaged/),
    withMarkup('an empty document part', '', /damaged|no text/),
    withMarkup('a document without a body', `<w:document ${namespaces}/>`, /no text/),
    withMarkup('markup as UTF-16', Buffer.from(`\ufeff${documentMarkup('')}`, 'utf16le'), /UTF-16/),
    withMarkup(
      'bytes that are not in UTF-8',
      Buffer.concat([Buffer.from(documentMarkup('')), Buffer.from([0xc3, 0x28])]),
      /UTF-8/,
    ),
    withSpec('no document part', { parts: { 'word/document.xml': null } }, /not a Word document/),
    withSpec('no list of relationships', { parts: { '_rels/.rels': null } }, /not a Word document/),
    withPart(
      'fields in footnotes',
      'word/footnotes.xml',
      `<w:footnotes ${namespaces}>${paragraphs('{owner_name}')}</w:footnotes>`,
      /Fields in footnotes/,
    ),
  ]
}

function invalidTemplateTags(): InvalidDocument[] {
  const tag = (name: string, text: string, reason: RegExp) => withBody(name, paragraphs(text), reason)
  return [
    tag('a misspelt field', 'Dear {owner_nmae}', /\{owner_nmae\} is not known: did you mean \{owner_name\}\?/),
    tag('a field in other words', 'Dear {Owner Name}', /did you mean \{owner_name\}\?/),
    tag('a field that is nowhere near', 'Dear {zzzzzzzzzzzzzzzz}', /\{zzzzzzzzzzzzzzzz\} is not known\./),
    tag('raw markup', '{@owner_name}', /would insert markup/),
    tag('a field that is not closed', 'Dear {owner_name', /not closed/),
    tag('a brace alone', 'Dear owner_name}', /no matching '\{'/),
    tag('double braces', 'Dear {{owner_name}}', /single braces/),
    tag('a section that is not closed', '{#owner_name} hello', /not closed/),
    tag('a section that is not opened', 'hello {/owner_name}', /not open/),
    tag('sections that cross', '{#owner_name}{#city}{/owner_name}{/city}', /is closed by|never/),
    tag('a section of something unknown', '{#constructor}x{/constructor}', /\{constructor\} is not known/),
    tag('a way into the program', '{__proto__} {constructor.constructor}', /is not known/),
    withSpec('a misspelt field in a header', { header: paragraphs('{adress}') }, /did you mean \{address\}\?/),
  ]
}

/** Changes one byte in every hundred. */
function corruptBytes(file: Buffer): Buffer {
  const copy = Buffer.from(file)
  for (let at = 40; at < copy.length - 400; at += 100) copy[at] = copy[at]! ^ 0x5a
  return copy
}

/** Two entries that share the same bytes, as in zip bombs. */
function overlappingEntries(): Buffer {
  const parts = Object.entries(documentParts()) as [string, string][]
  return zipFile([...parts, ['word/other1.xml', documentMarkup(paragraphs('x'.repeat(100)))]], {
    'word/other1.xml': { offset: 0, localName: '[Content_Types].xml' },
  })
}
