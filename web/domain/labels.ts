import type { KnockOutcome, LeadStatus, Priority, PropertyStatus, PropertyType } from '../gql/graphql.ts'
import * as labels from '../gql/labels.ts'

// Texts alone: what is loaded first needs them without the icons.

/** The nine types of work, in the order of their number keys. */
export const propertyTypeLabels: Record<PropertyType, string> = labels.propertyTypeLabels

/** The statuses of properties and leads. */
export type AnyStatus = PropertyStatus | LeadStatus

export const statusLabels: Record<AnyStatus, string> = labels.statusLabels

export const priorityLabels: Record<Priority, string> = labels.priorityLabels

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
