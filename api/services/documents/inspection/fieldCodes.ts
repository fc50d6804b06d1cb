import { toDisplayText } from '../letters/tagErrors.ts'

/** Word fields that describe the document itself. Other fields may fetch data, prompt the user or run programs. */
const allowedFieldCodes = new Set(
  (
    'PAGE NUMPAGES SECTIONPAGES SECTION PAGEREF REF NOTEREF STYLEREF SEQ TOC TC XE INDEX ' +
    'DATE TIME CREATEDATE SAVEDATE PRINTDATE TITLE SUBJECT AUTHOR KEYWORDS COMMENTS ' +
    'SYMBOL EQ LISTNUM AUTONUM ADVANCE FORMTEXT FORMCHECKBOX NUMWORDS NUMCHARS FILENAME'
  ).split(' '),
)

/** Collects the field codes of a part. Word may split a code across several runs. */
export function createFieldCodeCollector() {
  const open: { code: string; hasResult: boolean }[] = []
  const codes: string[] = []
  let inCode = false
  let hasNestedCode = false
  return {
    open(tag: string, attributes: Record<string, string>): void {
      if (tag === 'w:instrText' || tag === 'w:delInstrText') inCode = true
      else if (tag === 'w:fldSimple') codes.push(attributes['w:instr'] ?? '')
      else if (tag === 'w:fldChar') {
        const type = attributes['w:fldCharType']
        const innermost = open.at(-1)
        if (type === 'begin') {
          if (innermost && !innermost.hasResult) hasNestedCode = true
          open.push({ code: '', hasResult: false })
        } else if (type === 'separate' && innermost) innermost.hasResult = true
        else if (type === 'end' && innermost) codes.push(open.pop()!.code)
      }
    },
    close(tag: string): void {
      if (tag === 'w:instrText' || tag === 'w:delInstrText') inCode = false
    },
    text(piece: string): void {
      if (!inCode) return
      const innermost = open.at(-1)
      if (innermost) innermost.code += piece
      else codes.push(piece)
    },
    reasons(): string[] {
      const all = [...codes, ...open.map(({ code }) => code)].flatMap(checkFieldCode)
      if (hasNestedCode) all.push('The document contains a field inside the code of another field: delete it.')
      return [...new Set(all)]
    },
  }
}

function checkFieldCode(code: string): string[] {
  const [name = ''] = code
    .trim()
    .toUpperCase()
    .split(/[\s"\\]+/)
  if (name === '' || allowedFieldCodes.has(name)) return []
  if (name === 'MERGEFIELD') {
    const field = code.trim().split(/[\s"]+/)[1] ?? 'owner_name'
    return [
      `The document contains the Word merge field '${toDisplayText(field)}': write {${toDisplayText(field).toLowerCase()}} instead.`,
    ]
  }
  if (name === 'HYPERLINK') {
    if (/^\s*HYPERLINK\s+\\l\b/i.test(code)) return []
    return ['The document contains a link: choose Remove Hyperlink in Word; the text stays.']
  }
  return [
    `The document contains a ${toDisplayText(name)} field, which fetches data or runs a program: delete it (Ctrl+Shift+F9 keeps its text).`,
  ]
}
