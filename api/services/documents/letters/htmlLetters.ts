import mammoth from 'mammoth'
import sanitizeHtml from 'sanitize-html'
import type { Letter } from '../documents.ts'
import type { Parts } from '../package/readZip.ts'
import { pack, createZip } from '../package/writeZip.ts'
import type { LetterRenderer, LetterWriter } from './letterWriter.ts'
import type { RenderedTemplate } from './render.ts'
import { splitAtMarkers, fill, type Segments } from './segments.ts'
import { contentTypesPart, Template } from './template.ts'
import { escapeMarkup } from './values.ts'

/** Prints letters as HTML pages, in the style of the flyers that predate Word templates. */
export class HtmlLetters implements LetterRenderer {
  private readonly template: Template<Segments>

  constructor(parts: Parts) {
    this.template = new Template(parts, (shape) => renderPage(parts, shape))
  }

  async render(letter: Letter): Promise<Buffer[]> {
    return [Buffer.from(`${htmlHead(letter.name)}${await this.fillPage(letter)}${htmlFoot}`)]
  }

  /** All letters in one document, with a page break before each letter. */
  createMergedWriter(title: string): LetterWriter {
    let hasStarted = false
    return {
      add: async (letters) => {
        let html = hasStarted ? '' : htmlHead(title)
        hasStarted = true
        for (const letter of letters) html += await this.fillPage(letter)
        return [Buffer.from(html)]
      },
      finish: async () => [Buffer.from(htmlFoot)],
    }
  }

  private async fillPage({ values }: Letter): Promise<string> {
    return `<main>${fill(await this.template.shapeFor(values), values)}</main>\n`
  }
}

/** Converts the document to HTML with the markers in it, then sanitizes it. */
async function renderPage(source: Parts, { parts, marker }: RenderedTemplate): Promise<Segments> {
  const names = [contentTypesPart, ...[...source.keys()].filter((name) => name !== contentTypesPart)]
  const file = createZip(
    names.map((name) => [name, pack(parts.has(name) ? Buffer.from(parts.get(name)!) : source.get(name)!, 1)]),
    new Date(0),
  )
  const { value } = await mammoth.convertToHtml({ buffer: Buffer.concat(file) })
  return splitAtMarkers(sanitizeHtml(value, sanitizeOptions), marker, true)
}

/** Allows text, tables, lists and embedded images; no scripts, styles or external resources. */
const sanitizeOptions: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'sup', 'sub', 'blockquote'],
    ...['ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'img', 'bdi'],
  ],
  allowedAttributes: { img: ['src', 'alt'], td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'] },
  allowedSchemes: [],
  allowedSchemesByTag: { img: ['data'] },
  allowProtocolRelative: false,
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'img' && !/^data:image\/(?:png|jpeg|gif);base64,[a-z0-9+/=]+$/i.test(attribs['src'] ?? ''),
}

const pageStyle = `
@page { size: letter; margin: 0.75in }
body { margin: 0; background: #fff; color: #1d1b16; font: 12pt/1.45 Georgia, 'Times New Roman', serif }
main { box-sizing: border-box; max-width: 7in; margin: 0 auto; padding: 0.75in 0; overflow-wrap: break-word }
main + main { break-before: page }
h1, h2, h3 { font-family: 'Trebuchet MS', Verdana, sans-serif; line-height: 1.15; margin: 0 0 0.4em }
h1 { font-size: 28pt } h2 { font-size: 18pt } h3 { font-size: 14pt }
p { margin: 0 0 0.8em } img { max-width: 100%; height: auto }
table { width: 100%; border-collapse: collapse; margin: 0 0 0.8em } td, th { padding: 6pt 8pt; vertical-align: top; text-align: left }
@media print { main { padding: 0; max-width: none } }
`

function htmlHead(title: string): string {
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${escapeMarkup(title)}</title><style>${pageStyle}</style></head><body>\n`
}

const htmlFoot = '</body></html>\n'
