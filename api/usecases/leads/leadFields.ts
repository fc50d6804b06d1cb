import { check } from '../../domain/errors.ts'
import { pickFields } from '../../domain/fields.ts'
import { parseId } from '../../domain/ids.ts'
import { leadFields, leadWork, type LeadWork } from '../../domain/leads/leadFields.ts'
import { parseTexts } from '../../domain/parseTexts.ts'
import type { StoredLeadFields } from '../../records/leadWrites.ts'

/** The maximum value of a lead in dollars. In cents it fits in an integer. */
export const maxValueDollars = 10_000_000

/**
 * The fields that are given, checked and as they are stored. In an update an omitted field is unchanged, and null clears it. Throws
 * `Refused` or `Malformed` with the name of a wrong field.
 */
export function parseLeadFields(input: LeadWork): StoredLeadFields {
  const fields: StoredLeadFields = {
    assignedTo: input.assignedTo ? parseId(input.assignedTo, 'User') : input.assignedTo,
    followUpAt: parseFollowUp(input.followUpAt),
    valueCents: toCents(input.value),
    ...parseTexts(pickFields(leadFields, leadWork), input),
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function parseFollowUp(at: Date | null | undefined): Date | null | undefined {
  if (!at) return at
  const year = at.getUTCFullYear()
  const message = 'Choose a follow-up between 2000 and 2100.'
  check(year >= 2000 && year < 2100, message, { follow_up_at: message })
  return at
}

function toCents(dollars: number | null | undefined): number | null | undefined {
  if (dollars === null || dollars === undefined) return dollars
  const cents = Math.round(dollars * 100)
  const message = `The value must be from 0 to ${maxValueDollars.toLocaleString('en-US')} dollars, with at most two decimals.`
  // A value with two decimals differs from its cents only by the precision of floating-point numbers.
  const isExact = Math.abs(dollars * 100 - cents) < 1e-4
  check(dollars >= 0 && dollars <= maxValueDollars && isExact, message, { value: message })
  return cents
}
