import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { mailingLines } from '../addresses/mailingLines.ts'
import {
  leadStatusLabels,
  priorityLabels,
  propertyTypeLabels,
  type LeadStatus,
  type Priority,
  type PropertyType,
} from '../enums.ts'
import { formatAddress } from '../locating/geocode.ts'
import { type MergedField, mergedFields, type MergeValues } from '../templates/mergeFields.ts'
import { type Fields, type SnakeCase, toSnakeCase } from '../fields.ts'
import { propertyFields, type StoredProperty } from '../properties/propertyFields.ts'
import { currentResident, isKnownOwner } from '../properties/owner.ts'

/** A lead with its property and rep, as far as a letter can mention them. */
export interface LetterLead extends Pick<StoredProperty, MergedField> {
  tag: PropertyType
  priority: Priority
  status: LeadStatus
  createdAt: Date
  templateData: Record<string, unknown>
  repName: string | null
  repEmail: string | null
  repPhone: string | null
}

/** The tenant that sends the letter, and the time at which it is printed. */
export interface LetterSender {
  companyName: string
  teamName: string
  timeZone: string
  today: Date
}

/** The values of all merge fields for one letter. `owner_name` is empty for an unknown owner, so that a template can test it. */
export function buildMergeValues(lead: LetterLead, sender: LetterSender): MergeValues {
  const day = (at: Date, pattern: string) => format(new TZDate(at, sender.timeZone), pattern)
  const owner = isKnownOwner(lead.ownerName) ? lead.ownerName.trim() : ''
  const ownerAddress = lead.ownerAddress?.trim() ?? ''
  const cityStateZip = formatAddress({ ...lead, address: null })
  return {
    ...templateDataValues(lead.templateData),
    ...propertyValues(lead),
    salutation: owner || 'Homeowner',
    owner_name: owner,
    owner_address: ownerAddress,
    addressee: addresseeOf(lead),
    mailing_address: addressLines(lead, 'owner').join('\n'),
    street_address: lead.address.split(',')[0]!.trim(),
    city_state_zip: cityStateZip,
    lead_type: propertyTypeLabels[lead.tag],
    tag: lead.tag,
    priority: priorityLabels[lead.priority],
    status: leadStatusLabels[lead.status],
    created_date: day(lead.createdAt, 'MMM d, yyyy'),
    rep_name: lead.repName ?? '',
    rep_email: lead.repEmail ?? '',
    rep_phone: lead.repPhone ?? '',
    company_name: sender.companyName,
    team_name: sender.teamName,
    date: day(sender.today, 'MMM d, yyyy'),
    date_long: day(sender.today, 'MMMM d, yyyy'),
    year: day(sender.today, 'yyyy'),
  }
}

/** The values of the property by the names of their merge fields. */
function propertyValues(lead: LetterLead): Record<SnakeCase<MergedField>, string> {
  const fields: Fields = propertyFields
  const textOf = (name: MergedField) => {
    const { mergeField } = fields[name]!
    return lead[name] && mergeField?.format ? mergeField.format(lead[name]) : (lead[name] ?? '')
  }
  return Object.fromEntries(mergedFields.map((name) => [toSnakeCase(name), textOf(name)])) as ReturnType<
    typeof propertyValues
  >
}

/** The name that a letter or label is addressed to. */
export function addresseeOf({ ownerName }: Pick<LetterLead, 'ownerName'>): string {
  return (isKnownOwner(ownerName) && ownerName.trim()) || currentResident
}

/**
 * The lines of the address that a lead is written to: the owner's mailing address, or the property's if that is chosen or
 * the owner's is unknown.
 */
export function addressLines(
  lead: Pick<LetterLead, 'ownerAddress' | 'address' | 'city' | 'state' | 'zipCode'>,
  addressedTo: 'owner' | 'property',
): string[] {
  const ownerLines = addressedTo === 'owner' ? mailingLines(lead.ownerAddress ?? '') : []
  return ownerLines.length > 0 ? ownerLines : mailingLines(lead.address, formatAddress({ ...lead, address: null }))
}

/** The lead's template data as `data_…` fields. Keys that are not valid field names and nested values are left out. */
function templateDataValues(data: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(data).flatMap(([key, value]) =>
    /^[a-z0-9_]{1,60}$/.test(key) && ['string', 'number', 'boolean'].includes(typeof value)
      ? [[`data_${key}`, String(value).slice(0, 5_000)]]
      : [],
  )
  return Object.fromEntries(texts) as Record<string, string>
}
