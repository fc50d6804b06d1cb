import { toDisplayText } from './tagErrors.ts'

/** Fields of Word that say something about the document itself. Whatever else there is may fetch, ask or run. */
const allowedFieldCodes = new Set([
  ...[
    'PAGE',
    'NUMPAGES',
    'SECTIONPAGES',
    'SECTION',
    'PAGEREF',
    'REF',
    'NOTEREF',
    'STYLEREF',
    'SEQ',
    'TOC',
    'TC',
    'XE',
    'INDEX',
  ],
  ...['DATE', 'TIME', 'CREATEDATE', 'SAVEDATE', 'PRINTDATE', 'TITLE', 'SUBJECT', 'AUTHOR', 'KEYWORDS', 'COMMENTS'],
  ...['SYMBOL', 'EQ', 'LISTNUM', 'AUTONUM', 'ADVANCE', 'FORMTEXT', 'FORMCHECKBOX', 'NUMWORDS', 'NUMCHARS', 'FILENAME'],
])

/** Listens to a part of markup and gathers its field codes, however they are torn into pieces. */
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
        const inner = open.at(-1)
        if (type === 'begin') {
          if (inner && !inner.hasResult) hasNestedCode = true
          open.push({ code: '', hasResult: false })
        } else if (type === 'separate' && inner) inner.hasResult = true
        else if (type === 'end' && inner) codes.push(open.pop()!.code)
      }
    },
    close(tag: string): void {
      if (tag === 'w:instrText' || tag === 'w:delInstrText') inCode = false
    },
    text(piece: string): void {
      if (!inCode) return
      const inner = open.at(-1)
      if (inner) inner.code += piece
      else codes.push(piece)
    },
    reasons(): string[] {
      const all = [...codes, ...open.map(({ code }) => code)].flatMap(checkFieldCode)
      if (hasNestedCode) all.push('The document holds a field whose code is made by another field: delete it.')
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
      `The document has Word's own merge field '${toDisplayText(field)}': write {${toDisplayText(field).toLowerCase()}} instead.`,
    ]
  }
  if (name === 'HYPERLINK') {
    if (/^\s*HYPERLINK\s+\\l\b/i.test(code)) return []
    return ['The document holds a link to somewhere else: choose Remove Hyperlink in Word; its text stays.']
  }
  return [
    `The document holds a ${toDisplayText(name)} field, which fetches or runs something: delete it (Ctrl+Shift+F9 keeps its text).`,
  ]
}
