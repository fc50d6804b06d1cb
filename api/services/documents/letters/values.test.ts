import { describe, expect, it } from 'vitest'
import { toHtmlMarkup, toPlainMarkup, toWordMarkup } from './values.ts'

describe('a value in a Word document', () => {
  it('is escaped, and keeps emoji and accents', () => {
    expect(toWordMarkup('Tom & <Ann> "Zoë" 🏠👩‍👧', '')).toBe('Tom &amp; &lt;Ann&gt; &quot;Zoë&quot; 🏠👩‍👧')
  })

  it('loses characters that XML does not allow', () => {
    expect(toWordMarkup('a\0b\x07c\ud800d\ufffee\udc00f', '')).toBe('abcdef')
  })

  it('has its line breaks and tabs as Word elements', () => {
    const next = '</w:t><w:br/><w:t xml:space="preserve">'
    expect(toWordMarkup('a\r\nb\nc\u2028d', '')).toBe(`a${next}b${next}c${next}d`)
    expect(toWordMarkup('a\tb', '')).toBe('a</w:t><w:tab/><w:t xml:space="preserve">b')
  })

  it('has right-to-left text in a separate run with the same formatting', () => {
    expect(toWordMarkup('שלום', '<w:rPr><w:b/><w:lang w:val="he"/></w:rPr>')).toBe(
      '</w:t></w:r><w:r><w:rPr><w:b/><w:rtl/><w:lang w:val="he"/></w:rPr><w:t xml:space="preserve">שלום</w:t></w:r>' +
        '<w:r><w:rPr><w:b/><w:lang w:val="he"/></w:rPr><w:t xml:space="preserve">',
    )
  })
})

it('a title has no line breaks', () => {
  expect(toPlainMarkup('a\n\tb & c')).toBe('a b &amp; c')
})

it('a value in HTML cannot become markup', () => {
  expect(toHtmlMarkup('<img src=x onerror=alert(1)>\nnext')).toBe('&lt;img src=x onerror=alert(1)&gt;<br>next')
  expect(toHtmlMarkup('مثال')).toBe('<bdi>مثال</bdi>')
})
