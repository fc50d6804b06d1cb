import { describe, expect, it } from 'vitest'
import { documentMarkup, headedSection, paragraphs } from '../../../../tests/support/documents/createDocument.ts'
import { splitBody } from './splitBody.ts'

const blank = (kind: string, type: string) => `<blank ${kind} ${type}/>`
const split = (body: string) => splitBody(documentMarkup(body), blank)

describe('a split body', () => {
  it('ends its section in the last paragraph if another letter follows, otherwise at the end of the body', () => {
    const { nonFinal: followed, final: last, after } = split(paragraphs('one', 'two') + headedSection)
    const section =
      '<w:sectPr><w:headerReference w:type="default" r:id="rId7"/><w:footerReference w:type="default" r:id="rId8"/><w:type w:val="nextPage"/><w:pgSz w:w="12240" w:h="15840"/><w:pgNumType w:start="1"/></w:sectPr>'
    expect(last).toBe(paragraphs('one', 'two') + section)
    expect(followed).toBe(
      paragraphs('one') + paragraphs('two').replace('<w:p>', () => `<w:p><w:pPr>${section}</w:pPr>`),
    )
    expect(after).toBe('</w:body></w:document>')
  })

  it('adds a tiny paragraph for the section after a table', () => {
    const { nonFinal: followed } = split('<w:tbl><w:tr/></w:tbl><w:sectPr/>')
    expect(followed).toMatch(
      /^<w:tbl><w:tr\/><\/w:tbl><w:p><w:pPr><w:spacing [^>]*\/><w:sectPr>.*<\/w:sectPr><\/w:pPr><\/w:p>$/,
    )
  })

  it('finds the last paragraph of the body, not the last one in a text box', () => {
    const box =
      '<w:p><w:pPr><w:jc w:val="left"/></w:pPr><w:r><w:txbxContent><w:p/><w:p><w:r/></w:p></w:txbxContent></w:r></w:p>'
    const { nonFinal: followed } = split(`${paragraphs('one')}${box}<w:sectPr/>`)
    expect(followed).toContain('<w:jc w:val="left"/><w:sectPr>')
    expect(followed.match(/<w:sectPr>/g)).toHaveLength(1)
  })

  it('starts each letter with empty headers if only a later section has headers', () => {
    const { final: last } = split(
      `<w:p><w:pPr><w:sectPr><w:type w:val="continuous"/></w:sectPr></w:pPr></w:p>${paragraphs('x')}${headedSection}`,
    )
    expect(last).toContain('<w:sectPr><blank header default/><blank footer default/><w:type w:val="nextPage"/>')
    expect(last.endsWith(headedSection)).toBe(true)
  })

  it('keeps the start of page numbers and a section that starts on an odd page', () => {
    const own = '<w:sectPr><w:type w:val="oddPage"/><w:pgNumType w:fmt="lowerRoman" w:start="5"/></w:sectPr>'
    expect(split(paragraphs('x') + own).final).toContain(own)
  })

  it('has no comments and no tracked section changes', () => {
    const { final: last } = split(
      `<w:p><w:commentRangeStart w:id="1"/></w:p><w:sectPr><w:pgSz w:w="1"/><w:sectPrChange w:id="2"><w:sectPr/></w:sectPrChange></w:sectPr>`,
    )
    expect(last).not.toMatch(/comment|Change/)
    expect(last).toContain('<w:pgSz w:w="1"/>')
  })

  it('may have no section at all', () => {
    expect(split(paragraphs('x')).final).toBe(
      `${paragraphs('x')}<w:sectPr><w:type w:val="nextPage"/><w:pgNumType w:start="1"/></w:sectPr>`,
    )
  })
})
