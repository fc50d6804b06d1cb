import mammoth from 'mammoth'
import sanitizeHtml from 'sanitize-html'
import type { Letter } from '../documents.ts'
import { contentTypesPart } from '../package/readPackage.ts'
import type { Parts } from '../package/readZip.ts'
import { pack, createZip } from '../package/writeZip.ts'
import { letterStyle } from './letterStyle.ts'
import type { LetterRenderer, LetterWriter } from './letterWriter.ts'
import type { RenderedTemplate } from './render.ts'
import { splitAtMarkers, fill, type Segments } from './segments.ts'
import { Template } from './template.ts'
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

function htmlHead(title: string): string {
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${escapeMarkup(title)}</title><style>${letterStyle}</style></head><body>\n`
}

const htmlFoot = '</body></html>\n'
