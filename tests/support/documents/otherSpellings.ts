import { createDocument, documentMarkup, paragraphs, plainSection, type DocumentSpec } from './createDocument.ts'

/** An invalid upload and the error it must produce. */
export interface InvalidDocument {
  name: string
  file: Buffer
  reason: RegExp
}

const transitional = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const strict = 'http://purl.oclc.org/ooxml/wordprocessingml/main'
const relationshipBase = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const wordTypes = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const programCode = 'DDEAUTO c:\\windows\\system32\\cmd.exe &quot;/k calc&quot;'

export const overrideType = (part: string, type: string) => `<Override PartName="/${part}" ContentType="${type}"/>`
export const relationshipTo = (type: string, target: string, id = 'rId9') =>
  `<Relationship Id="${id}" Type="${type.includes(':') ? type : `${relationshipBase}/${type}`}" Target="${target}"/>`

const run = (content: string, prefix = 'w') => `<${prefix}:r>${content}</${prefix}:r>`
const mark = (type: string, prefix = 'w') => run(`<${prefix}:fldChar ${prefix}:fldCharType="${type}"/>`, prefix)
const alternative = (content: string) =>
  `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="wps">${content}</mc:Choice><mc:Fallback/></mc:AlternateContent>`
/** A body whose elements have the prefix `prefix`, bound to `namespace`. */
const renamed = (content: string, prefix = 'x', namespace = transitional) =>
  `<${prefix}:p xmlns:${prefix}="${namespace}">${content}</${prefix}:p>`

/**
 * Things that a letter may not contain, spelled so that a comparison of names or targets as text does not find them. Word understands
 * each of them.
 */
export function otherSpellings(): InvalidDocument[] {
  const withSpec = (name: string, spec: DocumentSpec, reason: RegExp): InvalidDocument => ({
    name,
    file: createDocument(spec),
    reason,
  })
  const withBody = (name: string, body: string, reason: RegExp) =>
    withSpec(name, { body: paragraphs('Dear {owner_name}') + body + plainSection }, reason)
  const withPart = (name: string, part: string, type: string, content: string | Buffer, reason: RegExp) =>
    withSpec(name, { types: overrideType(part, type), parts: { [part]: content } }, reason)
  const withTarget = (name: string, target: string, reason = /fetches a picture from/) =>
    withSpec(name, { relations: relationshipTo('image', target) }, reason)
  const svg = (name: string, content: string) =>
    withPart(
      `a drawing with ${name}`,
      'word/media/logo.svg',
      'image/svg+xml',
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${content}</svg>`,
      /replace the SVG picture by a PNG/,
    )
  return [
    // Field codes.
    withBody('a field with another prefix', renamed(`<x:fldSimple x:instr="${programCode}"/>`), /DDEAUTO field/),
    withBody(
      'a field with another prefix and a decoy',
      `<x:p xmlns:x="${transitional}" xmlns:y="urn:decoy"><x:fldSimple y:instr="PAGE" x:instr="${programCode}"/></x:p>`,
      /DDEAUTO field/,
    ),
    withBody('a strict field', renamed(`<x:fldSimple x:instr="${programCode}"/>`, 'x', strict), /DDEAUTO field/),
    withBody(
      'a field without a prefix',
      `<p xmlns="${transitional}"><fldSimple xmlns:x="${transitional}" x:instr="INCLUDEPICTURE &quot;http://collector.example/x.png&quot; \\d"/></p>`,
      /INCLUDEPICTURE field/,
    ),
    withBody(
      'a field of runs with another prefix',
      renamed(
        mark('begin', 'x') +
          'INCLUDETEXT'
            .split('')
            .map((letter) => run(`<x:instrText>${letter}</x:instrText>`, 'x'))
            .join('') +
          mark('end', 'x'),
      ),
      /INCLUDETEXT field/,
    ),
    withBody(
      'a field whose code is plain text',
      `<w:p>${mark('begin')}${run('<w:instrText> </w:instrText>')}${run(`<w:t>${programCode}</w:t>`)}${mark('end')}</w:p>`,
      /DDEAUTO field/,
    ),
    withBody(
      'a field whose code goes on in another paragraph',
      `<w:p>${mark('begin')}</w:p><w:p>${run(`<w:t>${programCode}</w:t>`)}${mark('end')}</w:p>`,
      /DDEAUTO field/,
    ),
    withBody(
      'a field with its name in quotation marks',
      `<w:p><w:fldSimple w:instr="&quot;DDEAUTO&quot; cmd"/></w:p>`,
      /DDEAUTO/,
    ),
    withBody(
      'a field that ends for some versions of Word',
      `<w:p>${mark('begin')}${alternative(mark('separate'))}${run(`<w:t>${programCode}</w:t>`)}${mark('end')}</w:p>`,
      /incomplete field/,
    ),
    withBody(
      'a field that begins for some versions of Word',
      `<w:p>${alternative(mark('begin'))}${run(`<w:t>${programCode}</w:t>`)}</w:p>`,
      /incomplete field/,
    ),
    withBody(
      'a field code from a merge field',
      `<w:p>${mark('begin')}${run('<w:instrText>PAGE </w:instrText>')}${run('<w:t>{note}</w:t>')}${mark('end')}</w:p>`,
      /merge field inside the code/,
    ),
    withBody(
      'a simple field inside the code of a field',
      `<w:p>${mark('begin')}<w:fldSimple w:instr="PAGE"/>${mark('end')}</w:p>`,
      /inside the code of another field/,
    ),
    withBody(
      'a link that names a bookmark and a page',
      `<w:p><w:fldSimple w:instr="HYPERLINK \\l &quot;top&quot; &quot;http://collector.example/&quot;"/></w:p>`,
      /contains a link/,
    ),
    // Elements.
    ...(
      [
        ['altChunk', /altChunk/],
        ['subDoc', /subdocuments/],
        ['object', /embedded object/],
        ['control', /ActiveX/],
        ['scriptAnchor', /script or a video/],
      ] as const
    ).flatMap(([local, reason]) => [
      withBody(`${local} with another prefix`, renamed(`<x:${local}/>`), reason),
      withBody(`${local}, strict`, renamed(`<x:${local}/>`, 'x', strict), reason),
    ]),
    withSpec(
      'a mail merge with another prefix',
      {
        types: overrideType('word/settings.xml', `${wordTypes}.settings+xml`),
        parts: { 'word/settings.xml': `<x:settings xmlns:x="${transitional}"><x:mailMerge/></x:settings>` },
      },
      /mail merge/,
    ),
    withSpec(
      'frames with another prefix',
      {
        types: overrideType('word/webSettings.xml', `${wordTypes}.webSettings+xml`),
        parts: { 'word/webSettings.xml': `<x:webSettings xmlns:x="${transitional}"><x:frameset/></x:webSettings>` },
      },
      /frames/,
    ),
    withBody(
      'a macro that a form field starts',
      '<w:p><w:ffData><w:entryMacro w:val="run"/></w:ffData></w:p>',
      /macros/,
    ),
    withBody(
      'a video from the web',
      '<w:p><wp15:webVideoPr xmlns:wp15="http://schemas.microsoft.com/office/word/2012/wordprocessingDrawing" embeddedHtml="&lt;iframe&gt;"/></w:p>',
      /video from the web/,
    ),
    withBody(
      'a drawing with an address',
      '<w:p><w:pict><v:imagedata xmlns:v="urn:schemas-microsoft-com:vml" src=" http://collector.example/x.png"/></w:pict></w:p>',
      /document fetches http:/,
    ),
    withSpec(
      'data with the address of a form',
      {
        parts: {
          'customXml/item1.xml':
            '<customXsn xmlns="http://schemas.microsoft.com/office/2006/metadata/customXsn"><xsnLocation>http://collector.example/x.xsn</xsnLocation></customXsn>',
        },
      },
      /document fetches http:/,
    ),
    // Markup that the writer of letters would read in another way than Word.
    withBody(
      'elements with another prefix',
      renamed('<x:r><x:t>{owner_name}</x:t></x:r>'),
      /names its elements in a way/,
    ),
    withSpec(
      'the prefix of Word for something else',
      { body: `<w:p xmlns:w="urn:decoy"/>${plainSection}` },
      /names its elements in a way/,
    ),
    withBody('a comment in the markup', '<!-- <w:body><w:altChunk r:id="rId9"/></w:body> -->', /comments or sections/),
    withBody('a section in the markup', '<w:p><![CDATA[<w:altChunk/>]]></w:p>', /comments or sections/),
    withBody('an instruction in the markup', '<?mso-application progid="Word.Document"?>', /comments or sections/),
    ...(['UTF-7', 'ISO-2022-JP', 'windows-1252'] as const).map((encoding) =>
      withSpec(
        `markup declared as ${encoding}`,
        { parts: { 'word/document.xml': documentMarkup('').replace('UTF-8', encoding) } },
        /not declared as UTF-8/,
      ),
    ),
    // Targets.
    withTarget('a picture after a space', ' http://collector.example/x.png'),
    withTarget('a picture after a line break', '&#10;&#13;&#9;http://collector.example/x.png'),
    withTarget('a picture with a hidden character', 'ht&#x200b;tp://collector.example/x.png'),
    withTarget('a picture with encoded characters', '%68ttp%3A//collector.example/x.png'),
    withTarget('a picture with mixed slashes', '/\\collector.example\\share\\x.png'),
    withTarget('a picture on a share, by its long name', ' \\\\?\\UNC\\collector.example\\share\\x.png'),
    withTarget('a picture on a share, with encoded slashes', '%5C%5Ccollector.example%5Cshare%5Cx.png'),
    withTarget('a picture on a drive', ' c:\\pictures\\x.png'),
    withTarget('a picture in another folder', '../../../secrets/x.png', /refers to a file that is not in it/),
    withTarget('a picture that is not there', 'media/x.png', /refers to a file that is not in it/),
    withSpec(
      'a picture with an unknown mode',
      { relations: relationshipTo('image', 'header1.xml').replace('/>', ' TargetMode=" External "/>') },
      /document refers to a file|fetches/,
    ),
    withSpec(
      'a link to a file beside it',
      { relations: relationshipTo('hyperlink', 'other.docx') },
      /links to other\.docx/,
    ),
    // Parts by their type.
    withSpec(
      'a part of an unknown kind',
      { relations: relationshipTo('http://schemas.example/2006/relationships/run', 'header1.xml') },
      /in a way that a letter does not need \(run\)/,
    ),
    withSpec(
      'a picture that is a header',
      { relations: relationshipTo('image', 'header1.xml') },
      /in a way that a letter does not need \(image\)/,
    ),
    withPart('another document as markup', 'word/chunk.xml', 'text/html', '<html><body/></html>', /does not need/),
    withPart('a workbook as markup', 'word/chunk.xml', 'application/vnd.ms-excel', '<x/>', /does not need/),
    withPart(
      'a document with macros, in other letters',
      'word/data.xml',
      'Application/VND.ms-office.VBAPROJECT',
      '<x/>',
      /macros/,
    ),
    withPart(
      'an object with the name of a picture',
      'word/media/a.png',
      'application/vnd.openxmlformats-officedocument.oleObject',
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      /does not need/,
    ),
    withPart(
      'an add-in',
      'word/webextensions/webextension1.xml',
      'application/vnd.ms-office.webextension+xml',
      '<we:webextension xmlns:we="http://schemas.microsoft.com/office/webextensions/webextension/2010/11"/>',
      /add-in/,
    ),
    withPart('markup of unknown use', 'word/data.xml', 'application/xml', '<x/>', /does not need/),
    withPart(
      'a program with the name of a font',
      'word/evil.ttf',
      'application/x-font-ttf',
      Buffer.from('MZ\x90\0'),
      /not a font/,
    ),
    withPart(
      'a font that ends before its tables',
      'word/fonts/font1.odttf',
      `${wordTypes.replace('.wordprocessingml', '')}.obfuscatedFont`,
      Buffer.concat([Buffer.from('0001000000ff', 'hex'), Buffer.alloc(40)]),
      /not a font/,
    ),
    withSpec('a font without a type', { parts: { 'word/evil.ttf': Buffer.from('MZ') } }, /does not need/),
    withSpec(
      'a type that is declared twice',
      { types: overrideType('WORD/document.xml', 'text/html') },
      /declares the type of one file twice/,
    ),
    withSpec(
      'two main parts',
      {
        parts: {
          '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationshipTo('officeDocument', 'word/document.xml', 'a')}${relationshipTo('officeDocument', 'word/header1.xml', 'b')}</Relationships>`,
        },
      },
      /not a Word document/,
    ),
    // Drawings.
    svg('a script', '><script>alert(1)</script>'),
    svg('a program that starts with it', ' onload="alert(1)">'),
    svg('a picture from elsewhere', '><image xlink:href=" http://collector.example/x.png"/>'),
    svg('another page', '><foreignObject><b xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'),
    svg('a style from elsewhere', '><style>@import "http://collector.example/x.css";</style>'),
    svg('a fill from elsewhere', '><rect fill="url( http://collector.example/x.svg#a)"/>'),
    svg('an animation of a link', '><a><animate attributeName="href" values="javascript:alert(1)"/></a>'),
    withPart('a page with the type of a drawing', 'word/media/a.svg', 'image/svg+xml', '<html/>', /replace the SVG/),
  ]
}
