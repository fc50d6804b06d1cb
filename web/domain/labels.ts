import type { KnockOutcome, LeadStatus, Priority, PropertyStatus, PropertyType } from '../gql/graphql.ts'

// Texts alone: what is loaded first needs them without the icons.

/** The nine types of work, in the order of their number keys, with the labels of the specification. */
export const propertyTypeLabels: Record<PropertyType, string> = {
  GUTTER: 'Gutter Cleaning',
  METAL_ROOF: 'Metal Roof',
  SHINGLE: 'Shingle Repair',
  STORM: 'Storm Damage',
  TORNADO: 'Tornado Damage',
  CONCRETE: 'Concrete',
  COMMERCIAL: 'Commercial',
  GENERIC: 'Generic',
  ALL_REPAIRS: 'All Repairs',
}

/** The statuses of properties and leads. */
export type AnyStatus = PropertyStatus | LeadStatus

export const statusLabels: Record<AnyStatus, string> = {
  NEW: 'New',
  CONTACTED: 'Contacted',
  INTERESTED: 'Interested',
  NOT_INTERESTED: 'Not interested',
  COMPLETED: 'Completed',
}

export const priorityLabels: Record<Priority, string> = { NORMAL: 'Normal Priority', HIGH: 'High Priority' }

/** The eight outcomes, the four most frequent first. */
export const outcomeLabels: Record<KnockOutcome, string> = {
  NOBODY_HOME: 'Nobody home',
  TALKED: 'Talked',
  INTERESTED: 'Interested',
  NOT_INTERESTED: 'Not interested',
  COME_BACK: 'Come back',
  LEFT_FLYER: 'Left flyer',
  NOT_THE_OWNER: 'Not the owner',
  NO_SOLICITING: 'No soliciting',
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

/** 'Spanish' of `es`. */
export const languageName = (code: string): string => languageNames.of(code) ?? code
