import { describe, expect, it } from 'vitest'
import { estimateLettersDone, toRestCall } from './printRequest.ts'

const request = {
  templateId: 'template-1',
  format: 'docx',
  includeUnconfirmed: false,
  includeDoNotKnock: false,
  neverPrinted: false,
  merge: false,
} as const

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

  it('leaves out leads with a printed letter if asked', () => {
    const only = { ...request, neverPrinted: true, format: 'pdf' } as const
    expect(toRestCall({ ...only, selection: { tag: 'STORM' } }).path).toMatch(/format=pdf&.*never_printed=true$/)
    const { init } = toRestCall({ ...only, selection: { leadIds: ['a'] } })
    expect(JSON.parse(init.body as string)).toMatchObject({ never_printed: true, format: 'pdf' })
  })

  it('includes doors where nobody may knock if asked', () => {
    const both = { ...request, includeDoNotKnock: true }
    expect(toRestCall({ ...both, selection: { tag: 'STORM' } }).path).toMatch(/&include_do_not_knock=true$/)
    const { init } = toRestCall({ ...both, selection: { leadIds: ['a'] } })
    expect(JSON.parse(init.body as string)).toMatchObject({ include_do_not_knock: true })
  })

  it('of labels has the sheet and its first free label; of envelopes the sender', () => {
    const labels = {
      includeUnconfirmed: true,
      includeDoNotKnock: false,
      neverPrinted: false,
      sheet: '5160',
      startPosition: 4,
      addressedTo: 'property',
      returnAddress: '',
    } as const
    const { path, init } = toRestCall({ ...labels, selection: { tag: 'METAL_ROOF' } })
    expect(path).toBe('/templates/print-labels')
    expect(JSON.parse(init.body as string)).toEqual({
      tag: 'metal_roof',
      sheet: '5160',
      start_position: 4,
      addressed_to: 'property',
      include_unconfirmed: true,
    })
    const envelopes = { ...labels, sheet: 'envelope_10', startPosition: 1, returnAddress: 'Maple\nIndianapolis' }
    expect(JSON.parse(toRestCall({ ...envelopes, selection: { leadIds: ['a'] } }).init.body as string)).toMatchObject({
      lead_ids: ['a'],
      sheet: 'envelope_10',
      return_address: 'Maple\nIndianapolis',
    })
  })

  it('estimates the finished letters from the received bytes, and never counts the last one', () => {
    expect(estimateLettersDone(0, 1000, 10)).toBe(0)
    expect(estimateLettersDone(555, 1000, 10)).toBe(5)
    expect(estimateLettersDone(5000, 1000, 10)).toBe(9)
    expect(estimateLettersDone(5, 0, 1)).toBe(0)
  })
})
