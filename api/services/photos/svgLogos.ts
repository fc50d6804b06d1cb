/** An image of paths has fewer characters; drawing more of them may take long. */
const maxSvgBytes = 256 * 1024

/** Parts that repeat each other multiply: with ten at each of six levels, a million are drawn. */
const maxUses = 50
const useElement = /<(?:[\w-]{1,40}:)?use\b/g

/** Whether the content begins as an SVG image does: with its element, or a declaration or comment before it. */
export function isSvg(content: Buffer): boolean {
  const start = content
    .subarray(0, 1_024)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
  return start.startsWith('<svg') || (/^<[?!]/.test(start) && content.includes('<svg'))
}

/**
 * Why an SVG image is refused; null if it may be drawn. The drawing library runs no scripts and loads nothing, so this says to the person what
 * would be missing, and keeps entities, which multiply, away from the parser.
 */
export function svgProblem(content: Uint8Array): string | null {
  if (content.length > maxSvgBytes) return 'The SVG image is too large: at most 256 kB. Simplify it, or send a PNG.'
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content).toLowerCase()
  } catch {
    return 'The SVG image is not in UTF-8. Save it again in UTF-8, or send a PNG.'
  }
  const has = (...parts: string[]) => parts.some((part) => text.includes(part))
  if (has('<script', 'javascript:', '<foreignobject'))
    return 'The SVG image has scripts or parts of a web page. Remove them, or send a PNG.'
  if ([...text.matchAll(useElement)].length > maxUses)
    return 'The SVG image repeats too many of its parts. Simplify it, or send a PNG.'
  if (has('<!entity')) return 'The SVG image defines entities. Save it as plain SVG, or send a PNG.'
  if (has('@import') || externalReference.test(text))
    return 'The SVG image refers to something outside itself. Embed it, or send a PNG.'
  return null
}

/** A link to anything but a part of the image or an embedded PNG or JPEG. */
const externalReference = /\bhref\s?=\s?["'](?!#|data:image\/(?:png|jpeg);)|url\((?!["']?#)/
