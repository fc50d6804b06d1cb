/** An element of a well-known text, such as `UNIT["Foot_US",0.3048]`. */
export interface WktElement {
  keyword: string
  values: (string | number | WktElement)[]
}

const maxLength = 16_000
const maxDepth = 20

/** Parses the well-known text of a .prj file; null for any other text. Time and memory are in proportion to its length, which is bounded. */
export function parseWkt(text: string): WktElement | null {
  if (text.length > maxLength) return null
  const tokens = text.match(/"[^"]*"|[a-z_]\w*|[-+.\d][-+.\de]*|\S/gi) ?? []
  const root: WktElement = { keyword: '', values: [] }
  const open = [root]
  for (const token of tokens) {
    const { values } = open.at(-1)!
    if (token === '[' || token === '(') {
      const keyword = values.pop()
      if (typeof keyword !== 'string' || open.length > maxDepth) return null
      const element = { keyword: keyword.toUpperCase(), values: [] }
      values.push(element)
      open.push(element)
    } else if (token === ']' || token === ')') {
      open.pop()
      if (open.length === 0) return null
    } else if (token.startsWith('"') && token.length > 1) values.push(token.slice(1, -1))
    else if (/^[a-z_]/i.test(token)) values.push(token)
    else if (token !== ',') {
      const number = Number(token)
      if (!Number.isFinite(number)) return null
      values.push(number)
    }
  }
  const [first] = root.values
  return open.length === 1 && root.values.length === 1 && typeof first === 'object' ? first : null
}

/** The first element with one of the keywords, which is this one or directly within it. */
export function findElement(element: WktElement, ...keywords: string[]): WktElement | undefined {
  if (keywords.includes(element.keyword)) return element
  return childrenOf(element).find(({ keyword }) => keywords.includes(keyword))
}

export const childrenOf = ({ values }: WktElement): WktElement[] => values.filter((value) => typeof value === 'object')

export const nameOf = ({ values: [name] }: WktElement): string => (typeof name === 'string' ? name : '')

/** The first number of an element; NaN if it has none. */
export const numberOf = (element: WktElement | undefined): number =>
  element?.values.find((value) => typeof value === 'number') ?? NaN
