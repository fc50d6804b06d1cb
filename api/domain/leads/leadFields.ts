import { checkEmail, emailOrNull, warnOfEmail } from '../auth/emails.ts'
import {
  type Fields,
  namesWithout,
  type NamesWithout,
  type PartialOf,
  toSnakeCase,
  withoutWhitespace,
} from '../fields.ts'
import { checkPhone, repairPhone, warnOfPhone } from '../properties/phones.ts'

/** The fields of a lead, in the order of files and documents. All code about one of them follows from this table. */
export const leadFields = {
  propertyId: {
    type: 'id',
    is: ['required', 'fixed'],
    label: 'Property ID',
    description: 'The property of the lead.',
  },
  tag: {
    type: 'tag',
    is: ['required', 'fixed'],
    label: 'Tag',
    description: 'The requested service.',
    synonyms: ['job', 'type', 'service', 'tags', 'lead_type', 'service_type', 'job_type'],
  },
  priority: {
    type: 'priority',
    is: ['required', 'fixed'],
    label: 'Priority',
    description: 'Urgency.',
    synonyms: ['urgent'],
  },
  status: {
    type: 'leadStatus',
    is: ['required', 'fixed'],
    label: 'Status',
    description: 'Status; a completed lead counts as converted.',
  },
  repId: {
    type: 'id',
    is: ['required', 'fixed'],
    label: 'Rep',
    description: 'Id of the user who created the lead, credited when it is completed.',
    synonyms: ['rep', 'agent'],
  },
  createdAt: {
    type: 'time',
    is: ['required', 'fixed'],
    label: 'Created',
    description: 'Creation time.',
    synonyms: ['created', 'date'],
  },
  completedAt: {
    type: 'time',
    is: ['fixed'],
    label: 'Completed',
    description: 'When the lead was counted as converted.',
    synonyms: ['completed', 'done'],
  },
  assignedTo: {
    type: 'id',
    is: [],
    label: 'Assigned to',
    description: 'Id of the user who works on the lead.',
    empty: 'for nobody',
    onNew: 'An active member of the tenant. Only for owners and admins.',
    synonyms: ['assignee'],
  },
  followUpAt: {
    type: 'time',
    is: [],
    label: 'Follow-up',
    description: 'When to follow up.',
    empty: 'if nothing is planned',
    synonyms: ['follow_up', 'next_step', 'due'],
  },
  value: {
    type: 'number',
    is: [],
    label: 'Value',
    description: 'Value of the job in US dollars, 0 to 10,000,000, with at most two decimals.',
    synonyms: ['amount', 'price'],
  },
  source: {
    type: 'text',
    is: [],
    maxLength: 100,
    label: 'Source',
    description: 'Where the lead came from.',
    parse: withoutWhitespace,
    synonyms: ['lead_source'],
  },
  contactName: {
    type: 'text',
    is: [],
    maxLength: 200,
    label: 'Contact',
    description: 'Name of the person to contact.',
    parse: withoutWhitespace,
    synonyms: ['contact'],
  },
  contactPhone: {
    type: 'text',
    is: [],
    maxLength: 50,
    label: 'Contact phone',
    description: 'Phone number of the person to contact.',
    parse: checkPhone,
    // One that cannot be read is kept as it is: somebody can still call.
    parseCell: repairPhone,
    warnOfCell: warnOfPhone,
  },
  contactEmail: {
    type: 'text',
    is: [],
    maxLength: 320,
    label: 'Contact email',
    description: 'Email address of the person to contact.',
    parse: checkEmail,
    // The house is worth more than a wrong address.
    parseCell: emailOrNull,
    warnOfCell: warnOfEmail,
  },
} as const satisfies Fields

/** The fields about the work on a lead, which are given with a new one and by an update. */
export const leadWork = namesWithout(leadFields, 'fixed')
export type LeadWork = PartialOf<typeof leadFields, NamesWithout<typeof leadFields, 'fixed'>>

/** The column of each of them, by its stored name: a value is stored in cents. */
export const leadWorkColumns = Object.fromEntries(
  leadWork.map((name) => (name === 'value' ? 'valueCents' : name)).map((name) => [name, toSnakeCase(name)]),
) as Record<Exclude<keyof LeadWork, 'value'> | 'valueCents', string>
