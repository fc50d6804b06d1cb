import type { KnockOutcome, PropertyType } from '../../api/domain/enums.ts'

/** How a rep works. Rates are between 0 and 1. */
export interface RepProfile {
  email: string
  /** The neighborhoods that the rep walks, in order. */
  neighborhoods: string[]
  daysAWeek: number
  newDoorsADay: number
  /** Repeat visits per day, to properties where nobody was home or where the rep was asked to come back. */
  returnsADay: number
  /** Probability of each outcome. The rest up to 1 is 'nobody_home'. */
  outcomeWeights: Partial<Record<KnockOutcome, number>>
  /** Share of the properties with outcome 'interested' or 'talked' that become leads. */
  leadOfInterested: number
  leadOfTalked: number
  /** Share of leads that are completed. */
  closes: number
  /** Probability of each service type of a lead. */
  tagWeights: Partial<Record<PropertyType, number>>
}

const commonOutcomes = { come_back: 0.09, left_flyer: 0.08, not_the_owner: 0.03, no_soliciting: 0.02 } as const

export const REP_PROFILES: RepProfile[] = [
  {
    email: 'avery@maple-demo.example',
    neighborhoods: ['Larch Placeholder', 'Hazel Sandbox'],
    ...{ daysAWeek: 3.6, newDoorsADay: 7.6, returnsADay: 14 },
    outcomeWeights: { ...commonOutcomes, interested: 0.19, talked: 0.16, not_interested: 0.1 },
    ...{ leadOfInterested: 0.95, leadOfTalked: 0.28, closes: 0.3 },
    tagWeights: { shingle: 0.4, storm: 0.3, gutter: 0.18, generic: 0.12 },
  },
  {
    email: 'jordan@maple-demo.example',
    neighborhoods: ['Juniper Sample Park', 'Birch Template'],
    ...{ daysAWeek: 3.3, newDoorsADay: 7, returnsADay: 12 },
    outcomeWeights: { ...commonOutcomes, interested: 0.19, talked: 0.16, not_interested: 0.11 },
    ...{ leadOfInterested: 0.95, leadOfTalked: 0.28, closes: 0.29 },
    tagWeights: { storm: 0.46, shingle: 0.25, all_repairs: 0.14, tornado: 0.15 },
  },
  {
    email: 'riley@maple-demo.example',
    neighborhoods: ['Fern Example Heights', 'Ivy Example Row'],
    ...{ daysAWeek: 3.9, newDoorsADay: 6.5, returnsADay: 16 },
    outcomeWeights: { ...commonOutcomes, interested: 0.13, talked: 0.18, not_interested: 0.14 },
    ...{ leadOfInterested: 0.9, leadOfTalked: 0.2, closes: 0.22 },
    tagWeights: { gutter: 0.46, shingle: 0.27, metal_roof: 0.13, generic: 0.14 },
  },
  {
    email: 'casey@maple-demo.example',
    neighborhoods: ['Olive Specimen', 'Quince Rehearsal'],
    ...{ daysAWeek: 2.9, newDoorsADay: 6, returnsADay: 8 },
    outcomeWeights: { ...commonOutcomes, interested: 0.16, talked: 0.16, not_interested: 0.12 },
    ...{ leadOfInterested: 0.95, leadOfTalked: 0.25, closes: 0.16 },
    tagWeights: { metal_roof: 0.38, commercial: 0.28, concrete: 0.17, shingle: 0.17 },
  },
  {
    email: 'morgan@maple-demo.example',
    neighborhoods: ['Nutmeg Testcase', 'Poplar Fixture'],
    ...{ daysAWeek: 3.4, newDoorsADay: 6.2, returnsADay: 10 },
    outcomeWeights: { ...commonOutcomes, interested: 0.11, talked: 0.17, not_interested: 0.18 },
    ...{ leadOfInterested: 0.9, leadOfTalked: 0.2, closes: 0.13 },
    tagWeights: { tornado: 0.4, storm: 0.33, generic: 0.16, gutter: 0.11 },
  },
  {
    email: 'sky@maple-demo.example',
    neighborhoods: ['Maple Demo Square', 'Moss Sample Bend'],
    ...{ daysAWeek: 3.8, newDoorsADay: 5, returnsADay: 6 },
    outcomeWeights: { ...commonOutcomes, interested: 0.1, talked: 0.16, not_interested: 0.16 },
    ...{ leadOfInterested: 0.9, leadOfTalked: 0.15, closes: 0.14 },
    tagWeights: { gutter: 0.5, generic: 0.3, concrete: 0.2 },
  },
  {
    email: 'reese@sample-storm.example',
    neighborhoods: ['Rowan Prototype', 'Sampleton Corners'],
    ...{ daysAWeek: 3.4, newDoorsADay: 6, returnsADay: 10 },
    outcomeWeights: { ...commonOutcomes, interested: 0.15, talked: 0.16, not_interested: 0.12 },
    ...{ leadOfInterested: 0.95, leadOfTalked: 0.2, closes: 0.3 },
    tagWeights: { storm: 0.6, tornado: 0.3, shingle: 0.1 },
  },
  {
    email: 'lane@sample-storm.example',
    neighborhoods: ['Spruce Pretend', 'Willow Imaginary'],
    ...{ daysAWeek: 3, newDoorsADay: 5, returnsADay: 8 },
    outcomeWeights: { ...commonOutcomes, interested: 0.11, talked: 0.16, not_interested: 0.16 },
    ...{ leadOfInterested: 0.9, leadOfTalked: 0.2, closes: 0.2 },
    tagWeights: { storm: 0.5, gutter: 0.3, generic: 0.2 },
  },
  {
    email: 'finley@example-exteriors.example',
    neighborhoods: ['Cedar Draft', 'Alder Mockup'],
    ...{ daysAWeek: 3, newDoorsADay: 5.5, returnsADay: 9 },
    outcomeWeights: { ...commonOutcomes, interested: 0.14, talked: 0.18, not_interested: 0.12 },
    ...{ leadOfInterested: 0.95, leadOfTalked: 0.2, closes: 0.28 },
    tagWeights: { concrete: 0.45, commercial: 0.3, metal_roof: 0.25 },
  },
  {
    email: 'marlow@example-exteriors.example',
    neighborhoods: ['Dogwood Stub Hill', 'Clover Dummy Flats'],
    ...{ daysAWeek: 2.6, newDoorsADay: 4.5, returnsADay: 6 },
    outcomeWeights: { ...commonOutcomes, interested: 0.1, talked: 0.16, not_interested: 0.16 },
    ...{ leadOfInterested: 0.9, leadOfTalked: 0.15, closes: 0.18 },
    tagWeights: { generic: 0.5, concrete: 0.5 },
  },
]
