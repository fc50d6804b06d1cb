import PizZip from 'pizzip'
import { SaxesParser } from 'saxes'

/** The files of an archive, read with another library than the one that wrote it. */
export function unzip(file: Buffer): Map<string, Buffer> {
  const zip = new PizZip(file)
  const files = Object.values(zip.files).filter(({ dir }) => !dir)
  return new Map(files.map((item) => [item.name, Buffer.from(item.asUint8Array())]))
}

/**
 * The paragraphs of a document part as text, with line breaks as newlines. Throws when the markup is not well-formed.
 */
export function paragraphsOf(markup: Buffer | string): string[] {
  const paragraphs: string[] = []
  let open = 0
  let inText = false
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name }) => {
    if (name === 'w:p' && (open += 1) === 1) paragraphs.push('')
    if (name === 'w:t') inText = true
    if (name === 'w:br') paragraphs[paragraphs.length - 1] += '\n'
    if (name === 'w:tab') paragraphs[paragraphs.length - 1] += '\t'
  })
  parser.on('closetag', ({ name }) => {
    if (name === 'w:p') open -= 1
    if (name === 'w:t') inText = false
  })
  parser.on('text', (text) => {
    if (inText) paragraphs[paragraphs.length - 1] += text
  })
  parser.write(markup.toString()).close()
  return paragraphs
}

/** The text of an HTML page, with newlines for breaks and blocks. */
export function textOfHtml(html: string): string {
  return html
    .replaceAll(/<style>[\s\S]*?<\/style>/g, '')
    .replaceAll(/<br>|<\/p>|<\/td>|<\/h\d>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
