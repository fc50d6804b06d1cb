import type { KnockOutcome, PropertyType } from '../../api/domain/enums.ts'

/** How a rep works. Rates are between 0 and 1. */
export interface RepProfile {
  email: string
  /** The neighborhoods that the rep visits, in order. */
  neighborhoods: string[]
  /** A repeat visit is to a property where nobody was home or where the rep was asked to come back. */
  visits: { daysPerWeek: number; newPerDay: number; repeatPerDay: number }
  /** Probability of each outcome. The rest up to 1 is 'nobody_home'. */
  outcomeWeights: Partial<Record<KnockOutcome, number>>
  /** Shares of the properties with outcome 'interested' and 'talked' that become leads, and of leads that are completed. */
  leadRates: { interested: number; talked: number; completed: number }
  /** Probability of each service type of a lead. */
  tagWeights: Partial<Record<PropertyType, number>>
}

const commonOutcomes = { come_back: 0.09, left_flyer: 0.08, not_the_owner: 0.03, no_soliciting: 0.02 } as const

export const REP_PROFILES: RepProfile[] = [
  {
    email: 'avery@maple-demo.example',
    neighborhoods: ['Larch Placeholder', 'Hazel Sandbox'],
    visits: { daysPerWeek: 3.6, newPerDay: 7.6, repeatPerDay: 14 },
    outcomeWeights: { ...commonOutcomes, interested: 0.19, talked: 0.16, not_interested: 0.1 },
    leadRates: { interested: 0.95, talked: 0.28, completed: 0.3 },
    tagWeights: { shingle: 0.4, storm: 0.3, gutter: 0.18, generic: 0.12 },
  },
  {
    email: 'jordan@maple-demo.example',
    neighborhoods: ['Juniper Sample Park', 'Birch Template'],
    visits: { daysPerWeek: 3.3, newPerDay: 7, repeatPerDay: 12 },
    outcomeWeights: { ...commonOutcomes, interested: 0.19, talked: 0.16, not_interested: 0.11 },
    leadRates: { interested: 0.95, talked: 0.28, completed: 0.29 },
    tagWeights: { storm: 0.46, shingle: 0.25, all_repairs: 0.14, tornado: 0.15 },
  },
  {
    email: 'riley@maple-demo.example',
    neighborhoods: ['Fern Example Heights', 'Ivy Example Row'],
    visits: { daysPerWeek: 3.9, newPerDay: 6.5, repeatPerDay: 16 },
    outcomeWeights: { ...commonOutcomes, interested: 0.13, talked: 0.18, not_interested: 0.14 },
    leadRates: { interested: 0.9, talked: 0.2, completed: 0.22 },
    tagWeights: { gutter: 0.46, shingle: 0.27, metal_roof: 0.13, generic: 0.14 },
  },
  {
    email: 'casey@maple-demo.example',
    neighborhoods: ['Olive Specimen', 'Quince Rehearsal'],
    visits: { daysPerWeek: 2.9, newPerDay: 6, repeatPerDay: 8 },
    outcomeWeights: { ...commonOutcomes, interested: 0.16, talked: 0.16, not_interested: 0.12 },
    leadRates: { interested: 0.95, talked: 0.25, completed: 0.16 },
    tagWeights: { metal_roof: 0.38, commercial: 0.28, concrete: 0.17, shingle: 0.17 },
  },
  {
    email: 'morgan@maple-demo.example',
    neighborhoods: ['Nutmeg Testcase', 'Poplar Fixture'],
    visits: { daysPerWeek: 3.4, newPerDay: 6.2, repeatPerDay: 10 },
    outcomeWeights: { ...commonOutcomes, interested: 0.11, talked: 0.17, not_interested: 0.18 },
    leadRates: { interested: 0.9, talked: 0.2, completed: 0.13 },
    tagWeights: { tornado: 0.4, storm: 0.33, generic: 0.16, gutter: 0.11 },
  },
  {
    email: 'sky@maple-demo.example',
    neighborhoods: ['Maple Demo Square', 'Moss Sample Bend'],
    visits: { daysPerWeek: 3.8, newPerDay: 5, repeatPerDay: 6 },
    outcomeWeights: { ...commonOutcomes, interested: 0.1, talked: 0.16, not_interested: 0.16 },
    leadRates: { interested: 0.9, talked: 0.15, completed: 0.14 },
    tagWeights: { gutter: 0.5, generic: 0.3, concrete: 0.2 },
  },
  {
    email: 'reese@sample-storm.example',
    neighborhoods: ['Rowan Prototype', 'Sampleton Corners'],
    visits: { daysPerWeek: 3.4, newPerDay: 6, repeatPerDay: 10 },
    outcomeWeights: { ...commonOutcomes, interested: 0.15, talked: 0.16, not_interested: 0.12 },
    leadRates: { interested: 0.95, talked: 0.2, completed: 0.3 },
    tagWeights: { storm: 0.6, tornado: 0.3, shingle: 0.1 },
  },
  {
    email: 'lane@sample-storm.example',
    neighborhoods: ['Spruce Pretend', 'Willow Imaginary'],
    visits: { daysPerWeek: 3, newPerDay: 5, repeatPerDay: 8 },
    outcomeWeights: { ...commonOutcomes, interested: 0.11, talked: 0.16, not_interested: 0.16 },
    leadRates: { interested: 0.9, talked: 0.2, completed: 0.2 },
    tagWeights: { storm: 0.5, gutter: 0.3, generic: 0.2 },
  },
  {
    email: 'finley@example-exteriors.example',
    neighborhoods: ['Cedar Draft', 'Alder Mockup'],
    visits: { daysPerWeek: 3, newPerDay: 5.5, repeatPerDay: 9 },
    outcomeWeights: { ...commonOutcomes, interested: 0.14, talked: 0.18, not_interested: 0.12 },
    leadRates: { interested: 0.95, talked: 0.2, completed: 0.28 },
    tagWeights: { concrete: 0.45, commercial: 0.3, metal_roof: 0.25 },
  },
  {
    email: 'marlow@example-exteriors.example',
    neighborhoods: ['Dogwood Stub Hill', 'Clover Dummy Flats'],
    visits: { daysPerWeek: 2.6, newPerDay: 4.5, repeatPerDay: 6 },
    outcomeWeights: { ...commonOutcomes, interested: 0.1, talked: 0.16, not_interested: 0.16 },
    leadRates: { interested: 0.9, talked: 0.15, completed: 0.18 },
    tagWeights: { generic: 0.5, concrete: 0.5 },
  },
]
