import { toDisplayText } from '../documentRefused.ts'
import { attributesOf, isWordNamespace, type Element } from '../package/walkMarkup.ts'

/** Word fields that describe the document itself. Other fields may fetch data, prompt the user or run programs. */
const allowedFieldCodes = new Set(
  (
    'PAGE NUMPAGES SECTIONPAGES SECTION PAGEREF REF NOTEREF STYLEREF SEQ TOC TC XE INDEX ' +
    'DATE TIME CREATEDATE SAVEDATE PRINTDATE TITLE SUBJECT AUTHOR KEYWORDS COMMENTS ' +
    'SYMBOL EQ LISTNUM AUTONUM ADVANCE FORMTEXT FORMCHECKBOX NUMWORDS NUMCHARS FILENAME'
  ).split(' '),
)

/** A link to a bookmark: only switches, and no argument that names a file. */
const internalLink = /^HYPERLINK(?=\s)(?:\s+\\(?:[lot]\s+(?:"[^"]*"|[^\s"\\]+)|[hmn]|\*\s*\w+))+\s*$/i

/** Elements whose text is part of a field's code between its begin and its separator. Word takes plain text for code there, too. */
const textElements = new Set(['instrText', 'delInstrText', 't', 'delText'])
/** Elements whose text is a field's code wherever they are. */
const codeElements = new Set(['instrText', 'delInstrText'])
/** Elements with a text of their own, in which fields of the text around them do not continue. */
const storyElements = new Set(['txbxContent', 'footnote', 'endnote', 'comment', 'docPartBody'])
/** Alternatives, of which Word takes one and ignores the other. */
const alternativeElements = new Set(['Choice', 'Fallback'])
const alternativesNamespace = 'http://schemas.openxmlformats.org/markup-compatibility/2006'

const incompleteMessage = 'The document contains an incomplete field: delete it and insert it again.'
const nestedMessage = 'The document contains a field inside the code of another field: delete it.'

interface OpenField {
  code: string
  hasResult: boolean
}

/**
 * Collects the field codes of a part. Word may split a code across several runs and paragraphs. A separator or an end without a begin,
 * and a field that begins in one of two alternatives and does not end there, are refused: what is code would depend on the version of
 * Word.
 */
export function createFieldCodeCollector() {
  const stories: OpenField[][] = [[]]
  const codes: string[] = []
  const reasons = new Set<string>()
  let textElement = ''
  const innermost = () => stories.at(-1)!.at(-1)
  const isInCode = () => innermost()?.hasResult === false
  const addToCode = (text: string) => {
    if (isInCode()) innermost()!.code += text
  }
  return {
    open(element: Element): void {
      const { local, uri } = element
      if (isAlternative(element)) {
        if (isInCode()) reasons.add(incompleteMessage)
        stories.push([])
      }
      if (!isWordNamespace(uri)) return
      if (storyElements.has(local)) stories.push([])
      else if (textElements.has(local)) textElement = local
      else if (local === 'p' || local === 'br' || local === 'tab') addToCode(' ')
      else if (local === 'fldSimple') {
        if (isInCode()) reasons.add(nestedMessage)
        codes.push(...attributesOf(element, 'instr'))
      } else if (local === 'fldChar') {
        const [type, ...others] = attributesOf(element, 'fldCharType')
        if (others.length > 0) reasons.add(incompleteMessage)
        if (type === 'begin') {
          if (isInCode()) reasons.add(nestedMessage)
          stories.at(-1)!.push({ code: '', hasResult: false })
        } else if (!innermost()) reasons.add(incompleteMessage)
        else if (type === 'end') codes.push(stories.at(-1)!.pop()!.code)
        else if (type === 'separate') innermost()!.hasResult = true
      }
    },
    close(element: Element): void {
      const isStory = isWordNamespace(element.uri) && storyElements.has(element.local)
      if (isStory || isAlternative(element)) {
        const unfinished = stories.pop()!
        codes.push(...unfinished.map(({ code }) => code))
        if (!isStory && unfinished.length > 0) reasons.add(incompleteMessage)
      } else if (element.local === textElement) textElement = ''
    },
    text(piece: string): void {
      if (isInCode() && textElement) innermost()!.code += piece
      else if (codeElements.has(textElement)) {
        if (innermost()) innermost()!.code += piece
        else codes.push(piece)
      }
    },
    reasons(): string[] {
      const all = [...codes, ...stories.flat().map(({ code }) => code)].flatMap(checkFieldCode)
      return [...new Set([...all, ...reasons])]
    },
  }
}

function isAlternative({ local, uri }: Element): boolean {
  return uri === alternativesNamespace && alternativeElements.has(local)
}

function checkFieldCode(code: string): string[] {
  const [name = ''] = code.trim().split(/[\s"\\]+/)
  const fieldCode = name.toUpperCase()
  if (code.trim() === '') return []
  if (/[{}]/.test(code))
    return ['The document contains a merge field inside the code of a Word field: delete that field.']
  if (allowedFieldCodes.has(fieldCode)) return []
  if (fieldCode === 'MERGEFIELD') {
    const field = code.trim().split(/[\s"]+/)[1] ?? 'owner_name'
    return [
      `The document contains the Word merge field '${toDisplayText(field)}': write {${toDisplayText(field).toLowerCase()}} instead.`,
    ]
  }
  if (fieldCode === 'HYPERLINK') {
    if (internalLink.test(code.trim())) return []
    return ['The document contains a link: choose Remove Hyperlink in Word; the text stays.']
  }
  const shown = toDisplayText(fieldCode || code.trim().toUpperCase())
  return [
    `The document contains a ${shown} field, which fetches data or runs a program: delete it (Ctrl+Shift+F9 keeps its text).`,
  ]
}
