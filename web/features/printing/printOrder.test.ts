import { describe, expect, it } from 'vitest'
import { lettersIn, printCall } from './printOrder.ts'

const order = { template: 'OLD_ROOFS', format: 'docx', includeUnconfirmed: false, merge: false } as const

describe('a print order', () => {
  it('by ids asks for one merged document or for a zip', () => {
    const { path, init } = printCall({ ...order, merge: true, selection: { leadIds: ['a', 'b'] } })
    expect(path).toBe('/templates/batch-print')
    expect(JSON.parse(init.body as string)).toEqual({
      lead_ids: ['a', 'b'],
      template_tag: 'old_roofs',
      format: 'docx',
      merge: true,
      include_unconfirmed: false,
    })
    const html = printCall({ ...order, format: 'html', selection: { leadIds: ['a'] } })
    expect(JSON.parse(html.init.body as string)).toMatchObject({ format: 'html', merge: false })
  })

  it('by tag and by lead type says so in the query', () => {
    expect(printCall({ ...order, includeUnconfirmed: true, selection: { tag: 'STORM' } }).path).toBe(
      '/templates/batch-print-by-tag?tag=storm&template_tag=old_roofs&format=docx&include_unconfirmed=true',
    )
    expect(printCall({ ...order, selection: { leadType: 'FLYER' } }).path).toBe(
      '/templates/batch-print-by-lead-type?lead_type=flyer&template_tag=old_roofs&format=docx&include_unconfirmed=false',
    )
  })

  it('counts letters by their bytes, and never the last one before it is there', () => {
    expect(lettersIn(0, 1000, 10)).toBe(0)
    expect(lettersIn(555, 1000, 10)).toBe(5)
    expect(lettersIn(5000, 1000, 10)).toBe(9)
    expect(lettersIn(5, 0, 1)).toBe(0)
  })
})
