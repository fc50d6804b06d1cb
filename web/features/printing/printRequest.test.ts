import { describe, expect, it } from 'vitest'
import { estimateLettersDone, toRestCall } from './printRequest.ts'

const request = { templateId: 'template-1', format: 'docx', includeUnconfirmed: false, merge: false } as const

describe('a print request', () => {
  it('by ids asks for one merged document or a zip', () => {
    const { path, init } = toRestCall({ ...request, merge: true, selection: { leadIds: ['a', 'b'] } })
    expect(path).toBe('/templates/batch-print')
    expect(JSON.parse(init.body as string)).toEqual({
      lead_ids: ['a', 'b'],
      template_id: 'template-1',
      format: 'docx',
      merge: true,
      include_unconfirmed: false,
    })
    const html = toRestCall({ ...request, format: 'html', selection: { leadIds: ['a'] } })
    expect(JSON.parse(html.init.body as string)).toMatchObject({ format: 'html', merge: false })
  })

  it('by tag and by lead type names them in the query', () => {
    expect(toRestCall({ ...request, includeUnconfirmed: true, selection: { tag: 'STORM' } }).path).toBe(
      '/templates/batch-print-by-tag?tag=storm&template_id=template-1&format=docx&include_unconfirmed=true',
    )
    expect(toRestCall({ ...request, selection: { leadType: 'FLYER' } }).path).toBe(
      '/templates/batch-print-by-lead-type?lead_type=flyer&template_id=template-1&format=docx&include_unconfirmed=false',
    )
  })

  it('estimates the finished letters from the received bytes, and never counts the last one', () => {
    expect(estimateLettersDone(0, 1000, 10)).toBe(0)
    expect(estimateLettersDone(555, 1000, 10)).toBe(5)
    expect(estimateLettersDone(5000, 1000, 10)).toBe(9)
    expect(estimateLettersDone(5, 0, 1)).toBe(0)
  })
})
