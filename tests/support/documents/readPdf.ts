import { inflateSync } from 'node:zlib'

/** A piece of text on a page. `x` and `y` are where its baseline begins, in points from the top left corner. */
export interface PdfText {
  text: string
  x: number
  y: number
  size: number
  width: number
}

export interface PdfPage {
  width: number
  height: number
  texts: PdfText[]
}

/** Reads the pages of a PDF document whose text is in one embedded font, as pdfkit writes it. */
export function readPdf(file: Buffer): PdfPage[] {
  const objects = readObjects(file)
  const find = (pattern: RegExp) => [...objects.values()].find(({ head }) => pattern.test(head))!
  const refOf = (head: string, name: string) => objects.get(Number(new RegExp(`/${name} (\\d+) 0 R`).exec(head)![1]))!
  const characters = readCharacters(refOf(find(/\/ToUnicode/).head, 'ToUnicode').body.toString())
  const widths = /\/W \[0 \[([\d. ]+)\]\]/
    .exec(find(/\/CIDFontType2/).head)![1]!
    .split(' ')
    .map(Number)
  const kids = /\/Kids \[([^\]]*)\]/.exec(find(/\/Type \/Pages/).head)![1]!
  return [...kids.matchAll(/(\d+) 0 R/g)].map(([, id]) => {
    const { head } = objects.get(Number(id))!
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(head)!.map(Number)
    const content = refOf(head, 'Contents').body.toString('latin1')
    return { width: width!, height: height!, texts: readTexts(content, height!, characters, widths) }
  })
}

interface PdfObject {
  head: string
  body: Buffer
}

function readObjects(file: Buffer): Map<number, PdfObject> {
  const text = file.toString('latin1')
  return new Map(
    [...text.matchAll(/(?<=\n)(\d+) 0 obj\n([\s\S]*?)(?:\nstream\n([\s\S]*?)\nendstream)?\nendobj(?=\n)/g)].map(
      ([, id, head, stream = '']) => {
        const bytes = Buffer.from(stream, 'latin1')
        return [Number(id), { head: head!, body: head!.includes('/FlateDecode') ? inflateSync(bytes) : bytes }]
      },
    ),
  )
}

/** The text of each glyph of the font. */
function readCharacters(map: string): string[] {
  const characters: string[] = []
  for (const [, first, values] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g))
    for (const [n, [, code]] of [...values!.matchAll(/<([0-9a-f]*)>/g)].entries())
      characters[Number.parseInt(first!, 16) + n] = Buffer.from(code!, 'hex').swap16().toString('utf16le')
  return characters
}

function readTexts(content: string, pageHeight: number, characters: string[], widths: number[]): PdfText[] {
  const pieces = content.matchAll(/1 0 0 1 (\S+) (\S+) Tm\n\/\w+ (\S+) Tf\n[\s\S]*?\[([^\]]*)\] TJ/g)
  return [...pieces].map(([, x, y, sizeText, parts]) => {
    const size = Number(sizeText)
    const glyphs = [...parts!.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex]) => hex!.match(/.{4}/g)!)
    const ids = glyphs.map((glyph) => Number.parseInt(glyph, 16))
    const kerning = [...parts!.replaceAll(/<[^>]*>/g, ' ').matchAll(/-?[\d.]+/g)].reduce(
      (sum, [n]) => sum + Number(n),
      0,
    )
    const advance = ids.reduce((sum, id) => sum + widths[id]!, 0) - kerning
    return {
      text: ids.map((id) => characters[id]).join(''),
      x: Number(x),
      y: pageHeight - Number(y),
      size,
      width: (advance * size) / 1000,
    }
  })
}
