import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import type { MergeValues } from './mergeFields.ts'
import type { LeadStatus, Priority, PropertyType } from './enums.ts'

/** What the parcel records say when they say nothing (spec §3). */
export const unknownOwner = 'Unknown Owner'

/** Everything a letter may speak of. */
export interface LetterLead {
  address: string
  streetNumber: string
  streetName: string | null
  city: string | null
  state: string | null
  zipCode: string | null
  neighborhood: string | null
  parcelId: string | null
  ownerName: string | null
  ownerAddress: string | null
  tag: PropertyType
  priority: Priority
  status: LeadStatus
  createdAt: Date
  templateData: Record<string, unknown>
  repName: string | null
  repEmail: string | null
  repPhone: string | null
}

/** Who writes, and when; `timeZone` is the tenant's. */
export interface LetterSender {
  companyName: string
  teamName: string
  timeZone: string
  today: Date
}

/** Service types as people read them (spec §3). */
export const propertyTypeLabels: Record<PropertyType, string> = {
  gutter: 'Gutter Cleaning',
  metal_roof: 'Metal Roof',
  shingle: 'Shingle Repair',
  storm: 'Storm Damage',
  tornado: 'Tornado Damage',
  concrete: 'Concrete',
  commercial: 'Commercial',
  generic: 'Generic',
  all_repairs: 'All Repairs',
}

const priorityLabels: Record<Priority, string> = { normal: 'Normal Priority', high: 'High Priority' }
const statusLabels: Record<LeadStatus, string> = { new: 'New', contacted: 'Contacted', completed: 'Completed' }

/** What one letter is filled with. An unknown owner is an empty `owner_name`, so that a template can ask for it. */
export function buildMergeValues(lead: LetterLead, sender: LetterSender): MergeValues {
  const day = (at: Date, pattern: string) => format(new TZDate(at, sender.timeZone), pattern)
  const owner = lead.ownerName && lead.ownerName !== unknownOwner ? lead.ownerName.trim() : ''
  const ownerAddress = lead.ownerAddress?.trim() ?? ''
  const cityStateZip = [lead.city, [lead.state, lead.zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return {
    ...templateDataValues(lead.templateData),
    salutation: owner || 'Homeowner',
    owner_name: owner,
    owner_address: ownerAddress,
    addressee: owner || 'Current Resident',
    mailing_address: toEnvelopeLines(ownerAddress || fullPropertyAddress(lead.address, cityStateZip)),
    address: lead.address,
    street_address: lead.address.split(',')[0]!.trim(),
    street_number: lead.streetNumber,
    street_name: lead.streetName ?? '',
    city: lead.city ?? '',
    state: lead.state ?? '',
    zip_code: lead.zipCode ?? '',
    city_state_zip: cityStateZip,
    neighborhood: lead.neighborhood ?? '',
    parcel_id: lead.parcelId ?? '',
    lead_type: propertyTypeLabels[lead.tag],
    tag: lead.tag,
    priority: priorityLabels[lead.priority],
    status: statusLabels[lead.status],
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

/** What was stored with the lead, as `data_…`; only what can stand in a text. */
function templateDataValues(data: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(data).flatMap(([key, value]) =>
    /^[a-z0-9_]{1,60}$/.test(key) && ['string', 'number', 'boolean'].includes(typeof value)
      ? [[`data_${key}`, String(value).slice(0, 5_000)]]
      : [],
  )
  return Object.fromEntries(texts) as Record<string, string>
}

/** Saved addresses are often whole already: '1018 W 11th Demo St, Indianapolis, IN 46202'. */
function fullPropertyAddress(address: string, cityStateZip: string): string {
  return address.includes(',') || !cityStateZip ? address : `${address}, ${cityStateZip}`
}

/** As it stands on an envelope: the street on one line, the place on the next. */
function toEnvelopeLines(address: string): string {
  const [street, ...place] = address.split(/\s*,\s*/)
  return place.length === 0 ? address : `${street}\n${place.join(', ')}`
}
