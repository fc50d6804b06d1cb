import { randomBytes } from 'node:crypto'
import {
  documentMarkup,
  namespaces,
  paragraphs,
  plainSection,
  sheetFile,
  sheetParts,
  zipFile,
  type Sheet,
} from './build.ts'

/** A file that somebody might upload, and what the refusal must say. */
export interface HostileFile {
  name: string
  file: Buffer
  reason: RegExp
}

const relation = (type: string, target: string, external = false) =>
  `<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`
const field = (code: string) =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>${code.replaceAll(/./g, '<w:r><w:instrText xml:space="preserve">$&</w:instrText></w:r>')}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`
const sheet = (name: string, what: Sheet, reason: RegExp): HostileFile => ({ name, file: sheetFile(what), reason })
const letter = (name: string, body: string, reason: RegExp): HostileFile =>
  sheet(name, { body: body + plainSection }, reason)
const pointing = (name: string, relations: string, reason: RegExp): HostileFile => sheet(name, { relations }, reason)
const part = (name: string, path: string, content: string | Buffer, reason: RegExp): HostileFile =>
  sheet(name, { parts: { [path]: content } }, reason)
const document = (name: string, markup: string | Buffer, reason: RegExp): HostileFile =>
  part(name, 'word/document.xml', markup, reason)
const archive = (name: string, file: Buffer, reason: RegExp): HostileFile => ({ name, file, reason })

/** Files that are no documents, are broken, or want something that a letter may not. */
export function hostileFiles(): HostileFile[] {
  return [...otherFiles(), ...brokenArchives(), ...bombs(), ...activeContent(), ...pointers(), ...markup(), ...tags()]
}

function otherFiles(): HostileFile[] {
  const oldWord = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), randomBytes(4_096)])
  return [
    archive('text with another name', Buffer.from('Dear {owner_name}'), /not a Word document/),
    archive('noise', Buffer.concat([Buffer.from([0]), randomBytes(50_000)]), /not a Word document/),
    archive('an old .doc or a protected document', oldWord, /old \.doc file or is protected by a password/),
    archive('a PDF', Buffer.from('%PDF-1.7 …'), /This is a PDF/),
    archive('an RTF file', Buffer.from('{\\rtf1 Dear}'), /RTF/),
    archive('a web page', Buffer.from('<html><script>alert(1)</script></html>'), /web page/),
    archive('a program', Buffer.concat([Buffer.from('MZ'), randomBytes(2_000)]), /program/),
    archive('an archive of pictures', zipFile({ 'a.png': 'x' }), /archive, but not a Word document/),
    archive(
      'a workbook',
      zipFile({
        '[Content_Types].xml':
          '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
      }),
      /Excel/,
    ),
    sheet(
      'a Word template file',
      {
        parts: {
          '[Content_Types].xml': String(sheetParts()['[Content_Types].xml']).replace(
            'document.main+xml',
            'template.main+xml',
          ),
        },
      },
      /\.dotx/,
    ),
  ]
}

function brokenArchives(): HostileFile[] {
  const sound = sheetFile()
  const parts = Object.entries(sheetParts()) as [string, string][]
  const main = 'word/document.xml'
  return [
    archive('cut off in the middle', sound.subarray(0, sound.length / 2), /cut off or damaged/),
    archive('cut off before its end', sound.subarray(0, sound.length - 5), /cut off or damaged/),
    archive('with changed bytes', changed(sound), /damaged|names one of its files in two ways/),
    archive('only the first bytes of an archive', Buffer.from('PK\x03\x04'), /cut off or damaged/),
    archive('an empty archive', zipFile({}), /damaged/),
    archive('a part with a wrong checksum', zipFile(parts, { [main]: { crc: 1 } }), /damaged/),
    archive('a part with a password', zipFile(parts, { [main]: { flags: 1 } }), /password/),
    archive('a part packed in an unknown way', zipFile(parts, { [main]: { method: 12 } }), /packed in a way/),
    archive('a part with two names', zipFile(parts, { [main]: { localName: 'word/documenX.xml' } }), /in two ways/),
    archive('the same part twice', zipFile([...parts, [main, documentMarkup('')]]), /twice/),
    archive('a part that climbs out', zipFile([...parts, ['../../etc/cron.d/x', 'x']]), /forbidden name/),
    archive('a part with an absolute name', zipFile([...parts, ['/etc/passwd', 'x']]), /forbidden name/),
    archive('a part beyond the end', zipFile(parts, { [main]: { offset: 9_999_999 } }), /damaged/),
  ]
}

function bombs(): HostileFile[] {
  const zeros = Buffer.alloc(60 * 1024 * 1024)
  const parts = Object.entries(sheetParts()) as [string, string][]
  const spaces = documentMarkup(`${' '.repeat(30_000_000)}${paragraphs('x')}`)
  return [
    archive('a bomb', zipFile([...parts, ['word/media/a.png', zeros]]), /unpacked it may have at most/),
    archive(
      'a bomb that declares a small size',
      zipFile([...parts, ['word/media/a.png', zeros]], { 'word/media/a.png': { size: 100 } }),
      /unpacked it may have at most/,
    ),
    archive(
      'many parts that are too large together',
      zipFile([
        ...parts,
        ...Array.from({ length: 30 }, (_, n): [string, Buffer] => [
          `word/media/${n}.png`,
          zeros.subarray(0, 2_000_000),
        ]),
      ]),
      /unpacked it may have at most/,
    ),
    archive('overlapping parts', overlapping(), /overlap|two ways/),
    archive(
      'very many parts',
      zipFile([...parts, ...Array.from({ length: 3_000 }, (_, n): [string, string] => [`word/media/${n}.png`, ''])]),
      /holds \d+ files/,
    ),
    document('markup without end', spaces, /at most 2 MB/),
    document(
      'markup nested without end',
      documentMarkup('<w:p>'.repeat(5_000) + '</w:p>'.repeat(5_000)),
      /nested too deeply/,
    ),
    document('elements without number', documentMarkup('<w:p/>'.repeat(300_000)), /too many elements/),
    document('a million braces', documentMarkup(paragraphs('{'.repeat(1_000_000))), /too many fields/),
    document(
      'sections in sections without end',
      documentMarkup(paragraphs(`${'{#owner_name}'.repeat(900)}${'{/owner_name}'.repeat(900)}`)),
      /at most 20 deep/,
    ),
    document(
      'entities that multiply',
      `<!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${documentMarkup(paragraphs('&b;'))}`,
      /declares entities|damaged/,
    ),
    document(
      'an entity that reads a file',
      `<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/passwd">]>${documentMarkup(paragraphs('&file;'))}`,
      /declares entities|damaged/,
    ),
  ]
}

function activeContent(): HostileFile[] {
  const macro = (name: string, path: string) => part(name, path, Buffer.from('VBA'), /macros/)
  return [
    macro('macros', 'word/vbaProject.bin'),
    macro('macros under another case', 'word/VBAPROJECT.BIN'),
    sheet(
      'the type of a document with macros',
      { types: '<Override PartName="/word/x.bin" ContentType="application/vnd.ms-office.vbaProject"/>' },
      /macros/,
    ),
    part('changed menus', 'customUI/customUI.xml', '<customUI onLoad="run"/>', /menus/),
    part('an ActiveX control', 'word/activeX/activeX1.xml', '<ax/>', /ActiveX/),
    part('an embedded workbook', 'word/embeddings/sheet.xlsx', Buffer.from('PK'), /embedded object/),
    part('a program among the pictures', 'word/media/run.exe', Buffer.from('MZ'), /does not need/),
    part('a script', 'word/run.js', 'alert(1)', /does not need/),
    part('a program with the name of a picture', 'word/media/image1.png', Buffer.from('MZ\x90\0'), /not the picture/),
    part(
      'a drawing that can hold scripts',
      'word/media/image1.svg',
      '<svg><script>alert(1)</script></svg>',
      /does not need/,
    ),
    letter(
      'an OLE object',
      '<w:p><w:r><w:object><o:OLEObject Type="Embed" ProgID="Package"/></w:object></w:r></w:p>',
      /embedded object/,
    ),
    letter('another document put in', '<w:altChunk r:id="rId9"/>', /altChunk/),
    letter('a field that starts a program', field('DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe "/k calc"'), /DDEAUTO/),
    letter('a field that starts a program, simply', '<w:p><w:fldSimple w:instr=" DDE cmd "/></w:p>', /DDE field/),
    letter('a field that puts in a file', field('INCLUDETEXT "c:\\\\secret.txt"'), /INCLUDETEXT/),
    letter(
      'a field that fetches a picture',
      field('INCLUDEPICTURE "http://collector.example/x.png" \\\\d'),
      /INCLUDEPICTURE/,
    ),
    letter(
      'a field made by a field',
      '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>' +
        field('PAGE') +
        '<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>',
      /made by another field/,
    ),
    letter(
      "Word's own merge field",
      field(' MERGEFIELD  owner_name '),
      /merge field 'owner_name': write \{owner_name\}/,
    ),
    part(
      'a mail merge',
      'word/settings.xml',
      `<w:settings ${namespaces}><w:mailMerge><w:query w:val="SELECT * FROM c"/></w:mailMerge></w:settings>`,
      /mail merge/,
    ),
  ]
}

function pointers(): HostileFile[] {
  return [
    pointing(
      'a link',
      relation('hyperlink', 'https://collector.example/', true),
      /links to https:\/\/collector\.example/,
    ),
    pointing('a link that runs a script', relation('hyperlink', 'javascript:alert(1)'), /links to javascript/),
    pointing(
      'a picture from elsewhere',
      relation('image', 'http://collector.example/pixel.png', true),
      /picture is fetched/,
    ),
    pointing('a picture on a share', relation('image', '\\\\collector.example\\x.png'), /picture is fetched/),
    pointing('an object from elsewhere', relation('oleObject', 'http://collector.example/x', true), /embedded object/),
    pointing('a subdocument', relation('subDocument', 'http://collector.example/x', true), /subdocuments/),
    pointing('another document, named as a chunk', relation('aFChunk', 'chunk.html'), /altChunk/),
    pointing('a frame', relation('frame', 'http://collector.example/x', true), /frames/),
    pointing(
      'something unknown from elsewhere',
      relation('customThing', 'ftp://collector.example/x', true),
      /from outside/,
    ),
    part(
      'a template from elsewhere',
      'word/_rels/settings.xml.rels',
      `<Relationships xmlns="x">${relation('attachedTemplate', 'http://collector.example/x.dotm', true)}</Relationships>`,
      /template from elsewhere/,
    ),
  ]
}

function markup(): HostileFile[] {
  return [
    document('markup that is not well-formed', documentMarkup('<w:p><w:r></w:p>'), /damaged/),
    document('no markup at all', Buffer.from([1, 2, 3, 250, 251]), /not UTF-8|damaged/),
    document('an empty document part', '', /damaged|no text/),
    document('a document without a body', `<w:document ${namespaces}/>`, /no text/),
    document('markup as UTF-16', Buffer.from(`\ufeff${documentMarkup('')}`, 'utf16le'), /UTF-16/),
    document(
      'bytes that are not UTF-8',
      Buffer.concat([Buffer.from(documentMarkup('')), Buffer.from([0xc3, 0x28])]),
      /UTF-8/,
    ),
    sheet('no document part', { parts: { 'word/document.xml': null } }, /not a Word document/),
    sheet('no list of relationships', { parts: { '_rels/.rels': null } }, /not a Word document/),
    part(
      'fields in footnotes',
      'word/footnotes.xml',
      `<w:footnotes ${namespaces}>${paragraphs('{owner_name}')}</w:footnotes>`,
      /Fields in footnotes/,
    ),
  ]
}

function tags(): HostileFile[] {
  const tag = (name: string, text: string, reason: RegExp) => letter(name, paragraphs(text), reason)
  return [
    tag('a misspelt field', 'Dear {owner_nmae}', /\{owner_nmae\} is not known: did you mean \{owner_name\}\?/),
    tag('a field in other words', 'Dear {Owner Name}', /did you mean \{owner_name\}\?/),
    tag('a field that is nowhere near', 'Dear {zzzzzzzzzzzzzzzz}', /\{zzzzzzzzzzzzzzzz\} is not known\./),
    tag('raw markup', '{@owner_name}', /would put markup into the letter/),
    tag('a field that is not closed', 'Dear {owner_name', /not closed/),
    tag('a brace alone', 'Dear owner_name}', /without a '\{'/),
    tag('double braces', 'Dear {{owner_name}}', /single braces/),
    tag('a section that is not closed', '{#owner_name} hello', /never closed/),
    tag('a section that is not opened', 'hello {/owner_name}', /never opened/),
    tag('sections that cross', '{#owner_name}{#city}{/owner_name}{/city}', /is closed by|never/),
    tag('a section of something unknown', '{#constructor}x{/constructor}', /\{constructor\} is not known/),
    tag('a way into the program', '{__proto__} {constructor.constructor}', /is not known/),
    sheet('a misspelt field in a header', { header: paragraphs('{adress}') }, /did you mean \{address\}\?/),
  ]
}

/** One byte in each hundred is another. */
function changed(file: Buffer): Buffer {
  const copy = Buffer.from(file)
  for (let at = 40; at < copy.length - 400; at += 100) copy[at] = copy[at]! ^ 0x5a
  return copy
}

/** Two names for the same bytes, as bombs that multiply have them. */
function overlapping(): Buffer {
  const parts = Object.entries(sheetParts()) as [string, string][]
  return zipFile([...parts, ['word/other1.xml', documentMarkup(paragraphs('x'.repeat(100)))]], {
    'word/other1.xml': { offset: 0, localName: '[Content_Types].xml' },
  })
}
