import { decodeMarkup, walkMarkup, type Element } from './walkMarkup.ts'

/** A piece of a part, in characters of its text. */
export interface Piece {
  start: number
  end: number
}

/** An element around the place that is being read, and those around it. */
export interface OpenElement {
  element: Element
  parent: OpenElement | null
}

/**
 * Calls `visit` for each element of a part. Of the elements that it returns (an element itself or one around it), the pieces of the
 * text are returned, with what `visit` says of them.
 */
export function findPieces<T>(
  name: string,
  content: Buffer,
  visit: (open: OpenElement) => { of: OpenElement; what: T }[],
): (Piece & { what: T })[] {
  const text = decodeMarkup(name, content)
  const found: (Piece & { what: T })[] = []
  const starts = new Map<OpenElement, number>()
  const marks = new Map<OpenElement, T[]>()
  let innermost: OpenElement | null = null
  walkMarkup(
    name,
    content,
    {
      open(element, position) {
        innermost = { element, parent: innermost }
        // Markup has no '<' inside a tag.
        starts.set(innermost, text.lastIndexOf('<', position - 1))
        for (const { of, what } of visit(innermost)) marks.set(of, [...(marks.get(of) ?? []), what])
      },
      close(_element, end) {
        const closed = innermost!
        innermost = closed.parent
        for (const what of marks.get(closed) ?? []) found.push({ start: starts.get(closed)!, end, what })
        starts.delete(closed)
        marks.delete(closed)
      },
    },
    { allowComments: true },
  )
  return found
}

/** The part without the pieces, which may overlap. */
export function cutPieces(name: string, content: Buffer, pieces: readonly Piece[]): Buffer {
  if (pieces.length === 0) return content
  const text = decodeMarkup(name, content)
  let rest = ''
  let at = 0
  for (const { start, end } of pieces.toSorted((a, b) => a.start - b.start)) {
    rest += text.slice(at, Math.max(at, start))
    at = Math.max(at, end)
  }
  return Buffer.from(rest + text.slice(at))
}
