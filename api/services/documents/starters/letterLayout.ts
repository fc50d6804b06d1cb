import { muted, toGap, toHeading, toPageField, toParagraph, toRow, toRun, toTextParagraph } from './markup.ts'
import { createWordDocument } from './wordDocument.ts'

/** The letter of a company to the owner of a property: sender and day above, address, `body`, signature and page numbers. */
export function createLetter(title: string, accent: string, body: string[]): Buffer {
  const header = createLetterHeader(accent)
  const parts = [createAddressBlock(), ...body, createSignature()]
  return createWordDocument({ title, header, body: parts.join(''), footer: createLetterFooter() })
}

function createLetterHeader(accent: string): string {
  const name = toHeading('{company_name}', 16, { after: 0 })
  const day = toTextParagraph('{date_long}', { color: muted, align: 'right', before: 60, after: 0 })
  const border = { side: 'bottom', color: accent, size: 18 } as const
  return (
    toRow(
      [
        { width: 6040, content: name, border },
        { width: 3800, content: day, border },
      ],
      { padding: 60 },
    ) + toGap(0)
  )
}

export function createLetterFooter(): string {
  const small = { size: 9, color: muted }
  return toParagraph(
    toRun('{company_name}{#rep_phone}  ·  {rep_phone}{/rep_phone}  ·  Page ', small) +
      toPageField('PAGE', small) +
      toRun(' of ', small) +
      toPageField('NUMPAGES', small),
    { align: 'center', after: 0 },
  )
}

function createAddressBlock(): string {
  return toTextParagraph('{addressee}', { bold: true, after: 0 }) + toTextParagraph('{mailing_address}', { after: 280 })
}

function createSignature(): string {
  return (
    toTextParagraph('Kind regards,', { before: 200, after: 480 }) +
    toHeading('{rep_name}', 14, { after: 0 }) +
    toTextParagraph('{company_name}', { color: muted, after: 0 })
  )
}
