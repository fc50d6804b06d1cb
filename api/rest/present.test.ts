import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { presenterOf } from './present.ts'

const rep = z.object({ full_name: z.string() }).meta({ id: 'PresentedRep' })
const present = presenterOf(
  z.object({
    lead_id: z.string(),
    created_at: z.iso.datetime(),
    rep: rep.nullable(),
    tenant: rep.optional().describe('Only over all tenants.'),
    earlier_reps: z.array(rep),
    template_data: z.record(z.string(), z.unknown()),
  }),
)
const lead = {
  leadId: 'l1',
  createdAt: new Date('2026-06-01T14:05:00Z'),
  rep: { fullName: 'Riley Example', email: 'riley@maple-demo.example' },
  tenant: null,
  earlierReps: [{ fullName: 'Avery Sample' }],
  templateData: { roofAge: 12 },
}

describe('a response', () => {
  it('has the fields of its schema in snake_case, in their order, and no others', () => {
    expect(JSON.stringify(present(lead))).toBe(
      JSON.stringify({
        lead_id: 'l1',
        created_at: '2026-06-01T14:05:00.000Z',
        rep: { full_name: 'Riley Example' },
        earlier_reps: [{ full_name: 'Avery Sample' }],
        template_data: { roofAge: 12 },
      }),
    )
  })

  it('has null for a nullable field without a value', () => {
    expect(present({ ...lead, rep: undefined })).toMatchObject({ rep: null })
  })

  it('leaves a loose object as it is', () => {
    const facts = { use: 'Single family', year_built: 1924 }
    expect(presenterOf(z.looseObject({ use: z.string() }))(facts)).toEqual(facts)
  })
})
