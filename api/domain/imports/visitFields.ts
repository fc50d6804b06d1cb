import type { Fields } from '../fields.ts'

/** What a row of a file says of a visit at its property, which becomes a knock at its date. */
export const visitFields = {
  visitedAt: {
    type: 'time',
    is: [],
    label: 'Last visit',
    description: 'When the property was visited.',
    synonyms: ['visit_date', 'last_visit_date', 'last_visited', 'knocked_at', 'last_knock', 'last_knocked'],
  },
  visitOutcome: {
    type: 'text',
    is: [],
    maxLength: 100,
    label: 'Visit result',
    description: 'Outcome of the visit, in our words or in those of another product.',
    synonyms: ['last_visit_result', 'outcome', 'disposition', 'knock_result', 'last_outcome'],
  },
  visitedBy: {
    type: 'id',
    is: [],
    label: 'Visited by',
    description: 'The user who visited it; without one, the user that the property is assigned to.',
    synonyms: ['last_visit_by', 'knocked_by'],
  },
  visitNote: {
    type: 'text',
    is: [],
    maxLength: 2_000,
    label: 'Visit note',
    description: 'Note of the visit.',
    synonyms: ['last_visit_note', 'knock_note'],
  },
} as const satisfies Fields

/** The parts of an owner's name, for files that have a column for each. */
export const ownerNameParts = {
  ownerFirstName: {
    type: 'text',
    is: [],
    maxLength: 150,
    label: 'Owner first name',
    description: 'First name of the owner.',
    synonyms: ['first_name', 'firstname', 'owner_first'],
  },
  ownerLastName: {
    type: 'text',
    is: [],
    maxLength: 150,
    label: 'Owner last name',
    description: 'Last name of the owner.',
    synonyms: ['last_name', 'lastname', 'surname', 'owner_last'],
  },
} as const satisfies Fields

/** The maximum number of visits of one property in a file, because they are saved together. */
export const maxVisits = 500
