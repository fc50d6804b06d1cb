import { z } from 'zod'
import { templateTags } from '../domain/templateTags.ts'
import { accountStatuses, leadStatuses, priorities, propertyStatuses, propertyTypes, roles } from '../domain/enums.ts'

/** The shapes of what REST sends: one beside each presenter, with the field names of spec §3. */

export const id = z.guid()
export const time = z.iso.datetime()
const nullableId = id.nullable()
const nullableText = z.string().nullable()

/** One thing. */
export function itemResponse<T extends z.ZodType>(shape: T) {
  return z.object({ data: shape })
}

/** A list with how many there are in all. */
export function listResponse<T extends z.ZodType>(shape: T) {
  return z.object({ data: z.array(shape), total: z.int().min(0).describe('How many there are in all, with no limit.') })
}

const message = z.string().describe('What happened, for people.')

export const messageResponse = z.object({ message }).meta({ id: 'Done', example: { message: 'Lead deleted' } })

/** An action that changed a thing. */
export function messageAndItemResponse<T extends z.ZodType>(shape: T) {
  return z.object({ message, data: shape })
}

export const propertyType = z.enum(propertyTypes).meta({ id: 'PropertyType', description: 'One of the nine services.' })
export const priority = z.enum(priorities).meta({ id: 'Priority' })
export const leadStatus = z.enum(leadStatuses).meta({ id: 'LeadStatus' })
export const role = z.enum(roles).meta({ id: 'Role' })
const templateTag = z.enum(templateTags).meta({ id: 'TemplateTag', description: 'What a template is for.' })

export const tenant = z
  .object({
    id,
    name: z.string(),
    company_name: z.string().describe('The name that documents carry.'),
    time_zone: z.string().describe('IANA name; days, weeks and months of figures are counted in it.'),
    created_at: time,
  })
  .meta({ id: 'Tenant', description: 'A tenant: a company that uses Porchlight.' })

export const me = z
  .object({
    id,
    email: z.string(),
    full_name: z.string(),
    role,
    effective_role: role.describe('The role that counts now: the viewed one, or their own.'),
    is_admin: z.boolean(),
    is_owner: z.boolean(),
    tenant_id: nullableId,
    tenant: tenant.nullable(),
    phone: nullableText,
    is_active: z.boolean(),
    must_change_password: z.boolean().describe('Until it is changed, every other call answers 403.'),
    created_at: time,
  })
  .meta({ id: 'Me', description: 'The signed-in user.' })

export const user = z
  .object({
    id,
    email: z.string(),
    full_name: z.string(),
    role,
    is_admin: z.boolean(),
    is_owner: z.boolean(),
    tenant_id: nullableId.describe('Null for a global admin and for who waits for approval.'),
    tenant: tenant.nullable(),
    phone: nullableText,
    status: z.enum(accountStatuses).describe('`pending` waits for approval.'),
    is_active: z.boolean(),
    must_change_password: z.boolean(),
    created_at: time,
  })
  .meta({ id: 'User', description: 'A person with an account.' })

export const tenantStats = z
  .object({
    tenant_id: id,
    user_count: z.int(),
    active_user_count: z.int(),
    property_count: z.int(),
    lead_count: z.int(),
    new_lead_count: z.int(),
    contacted_lead_count: z.int(),
    completed_lead_count: z.int(),
    api_calls: z.int().describe('Events in the log of the tenant.'),
    last_activity_at: time.nullable(),
  })
  .meta({ id: 'TenantStats' })

export const activity = z
  .object({
    event_id: id,
    tenant_id: id,
    tenant_name: nullableText,
    position: z.int().describe('1, 2, 3 … within the log of the tenant, without a gap.'),
    type: z.string().describe('What happened, in the past tense: `LeadCreated`.'),
    data: z.record(z.string(), z.unknown()).describe('Ids and facts; no names or addresses of people.'),
    occurred_at: time.describe('When the event happened in the field.'),
    recorded_at: time.describe('When the event was recorded.'),
    user_id: nullableId,
    user: z.object({ id, full_name: z.string(), email: z.string() }).nullable(),
    real_role: role.nullable(),
    acting_role: role.nullable().describe('The role they viewed the app as.'),
    subject_id: nullableId,
    subject_name: nullableText,
    api_key: z.object({ id, name: z.string() }).nullable().describe('The API key used; null for a signed-in session.'),
  })
  .meta({ id: 'ActivityEvent', description: 'A fact in the activity log.' })

export const property = z
  .object({
    id,
    address: z.string(),
    street_number: z.string().describe('From the leading digits of the address when it was not given.'),
    street_name: nullableText,
    city: nullableText,
    state: nullableText,
    zip_code: nullableText,
    lat: z.number(),
    lng: z.number(),
    owner_name: nullableText,
    owner_address: nullableText,
    owner_source: nullableText.describe('Which provider named the owner; `entered` when somebody typed it in.'),
    parcel_id: nullableText,
    unconfirmed: z
      .boolean()
      .describe('True if the parcel was matched by the nearest house number instead of the exact one.'),
    neighborhood: nullableText,
    notes: nullableText,
    tags: z.array(propertyType).describe('The first is the chosen type.'),
    priority,
    status: z.enum(propertyStatuses).describe('Follows the last knock.'),
    assigned_to: nullableId.describe('The user the property is assigned to.'),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Property', description: 'A house that a tenant saved.' })

export const lead = z
  .object({
    id,
    property_id: id,
    property: z.object({ address: z.string(), owner_name: nullableText }),
    tag: propertyType,
    priority,
    status: leadStatus,
    template_data: z.record(z.string(), z.unknown()).describe('What documents are filled with besides.'),
    rep_id: id.describe('Who created it, and is credited when it is completed.'),
    created_at: time,
  })
  .meta({ id: 'Lead', description: 'A sales lead: a job that someone at a property may want done.' })

export const template = z
  .object({
    id,
    filename: z.string(),
    tag: templateTag.nullable(),
    size: z.int().describe('File size in bytes.'),
    modified: time,
  })
  .meta({ id: 'Template', description: 'A Word document with merge fields.' })

export const templateTagEntry = z
  .object({
    tag: templateTag,
    template: z.string().describe('File name of the newest with this tag.'),
    template_id: id,
  })
  .meta({ id: 'TemplateTagEntry' })

const parcelFields = {
  id: z.string().describe("The provider's own key, for `/regrid/details/{id}`."),
  owner: nullableText,
  context: nullableText.describe("The owner's address, or the headline."),
  headline: z.string(),
  parcelnumb: z.string().describe("The assessor's parcel number (APN)."),
  category: z.string(),
  type: nullableText,
  fullAddress: z.string(),
  centroid: z.array(z.number()).length(2).describe('`[lng, lat]`'),
  source: z.string().describe('Which provider and data set said so.'),
}

export const parcel = z
  .object(parcelFields)
  .meta({ id: 'Parcel', description: "A piece of land in the county's records." })

export const parcelDetails = z
  .looseObject({
    ...parcelFields,
    owner_name: nullableText,
    owner_address: nullableText,
    parcel_id: z.string(),
    legal: nullableText,
    year_built: z.number().nullable(),
    property_type: nullableText,
    acres: z.number().nullable(),
    sqft: z.number().nullable().describe('Floor area of the building in square feet.'),
    outline: z
      .object({ type: z.string(), coordinates: z.array(z.unknown()) })
      .nullable()
      .describe('GeoJSON.'),
  })
  .meta({ id: 'ParcelDetails', description: 'Besides these, whatever else the county publishes.' })

export const knock = z
  .object({
    event_id: id,
    replayed: z.boolean().describe('The knock was in the log already, and nothing was written.'),
    property_id: id,
    property_status: z.enum(propertyStatuses),
  })
  .meta({ id: 'Knock' })

export const knockSession = z
  .object({
    id,
    rep_id: id,
    started_at: time,
    ended_at: time.nullable(),
    doors: z.int().describe('Doors knocked in it.'),
    leads: z.int().describe('Leads made in it.'),
  })
  .meta({ id: 'KnockSession', description: 'A knock session.' })
