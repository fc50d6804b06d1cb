import { z } from 'zod'
import {
  accountStatuses,
  doNotKnockKinds,
  eventRecordKinds,
  knockFlags,
  knockOutcomes,
  outcomeColors,
  outcomeMarks,
  leadStatuses,
  priorities,
  propertyStatuses,
  propertyTypes,
  roles,
  duplicateReasons,
  stageColors,
} from '../domain/enums.ts'
import { verdictReasons } from '../domain/addresses/compareProperties.ts'
import {
  describeRead,
  type Fields,
  type FieldTypes,
  isRequired,
  namesOf,
  type SnakeCase,
  toSnakeCase,
  type ValueOf,
} from '../domain/fields.ts'
import { leadFields, leadWork } from '../domain/leads/leadFields.ts'
import { labelSheetIds } from '../domain/printing/labelSheets.ts'
import { propertyFields } from '../domain/properties/propertyFields.ts'
import { templateTags } from '../domain/templates/templateTags.ts'

/** Response schemas. The field names follow spec §3. `presenterOf` builds the responses from them. */

export const id = z.guid()
export const time = z.iso.datetime()
const nullableId = id.nullable()
const nullableText = z.string().nullable()

/** A response with one record. */
export function itemResponse<T extends z.ZodType>(shape: T) {
  return z.object({ data: shape })
}

/** The description of status 429 of what a company can do only so often in a day. */
export const quotaUsedUp = 'The company has used up its quota of the day; `Retry-After` says when the next day begins.'

/** A list response with the total number of items. */
export function listResponse<T extends z.ZodType>(shape: T) {
  return z.object({
    data: z.array(shape),
    total: z.int().min(0).describe('Total number of items, regardless of `limit`.'),
  })
}

const message = z.string().describe('Human-readable confirmation message.')

export const messageResponse = z.object({ message }).meta({ id: 'Done', example: { message: 'Lead deleted' } })

/** A response of an action: a message and the changed record. */
export function messageAndItemResponse<T extends z.ZodType>(shape: T) {
  return z.object({ message, data: shape })
}

export const propertyType = z
  .enum(propertyTypes)
  .meta({ id: 'PropertyType', description: 'One of the nine service types.' })
export const priority = z.enum(priorities).meta({ id: 'Priority' })
export const leadStatus = z.enum(leadStatuses).meta({ id: 'LeadStatus' })
export const role = z.enum(roles).meta({ id: 'Role' })
const templateTag = z.enum(templateTags).meta({ id: 'TemplateTag', description: 'Purpose of a template.' })

export const tenant = z
  .object({
    id,
    name: z.string(),
    company_name: z.string().describe('Full company name, printed on letters.'),
    time_zone: z.string().describe('IANA name of the time zone in which periods are computed.'),
    team_doors_visible: z
      .boolean()
      .describe('Whether reps see the properties of their colleagues on the map and may knock there.'),
    require_two_factors: z.boolean().describe('Whether its users must sign in with two factors.'),
    allow_nearest_doors: z
      .boolean()
      .describe('Whether a rep without a territory may take the nearest open doors for a day.'),
    address: nullableText.describe('Where its office is, on one line; null if nobody has said it.'),
    logo_url: nullableText.describe(
      'Path of the logo, a PNG that needs no session; null without one. It changes with the logo.',
    ),
    created_at: time,
    archived_at: time.nullable().describe('When the tenant was archived; null while it is in use.'),
  })
  .meta({ id: 'Tenant', description: 'A tenant: a company that uses Porchlight.' })

export const me = z
  .object({
    id,
    email: z.string(),
    full_name: z.string(),
    role,
    effective_role: role.describe("Role in effect: the viewed role in view-as mode, otherwise the account's own."),
    is_admin: z.boolean(),
    is_owner: z.boolean(),
    tenant_id: nullableId,
    tenant: tenant.nullable(),
    phone: nullableText,
    is_active: z.boolean(),
    must_change_password: z
      .boolean()
      .describe('While true, every other request fails with 403 until the password is changed.'),
    has_two_factors: z.boolean().describe('Whether signing in needs a code in addition to the password.'),
    recovery_codes_left: z.int().nullable().describe('Unused recovery codes; null without two factors.'),
    must_set_up_two_factors: z
      .boolean()
      .describe('While true, every request but those that set up two factors fails with 403.'),
    checklist_put_away: z.boolean().describe('Whether the list of what a new company has left to set up is put away.'),
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
    tenant_id: nullableId.describe('Tenant of the account; null for a global admin and while the account is pending.'),
    tenant: tenant.nullable(),
    phone: nullableText,
    status: z.enum(accountStatuses).describe('Account status; `pending` until a global admin approves the account.'),
    is_active: z.boolean(),
    must_change_password: z.boolean(),
    created_at: time,
  })
  .meta({ id: 'User', description: 'A user account.' })

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
    api_calls: z.int().describe('Number of events in the activity log of the tenant.'),
    last_activity_at: time.nullable(),
  })
  .meta({ id: 'TenantStats' })

export const activity = z
  .object({
    event_id: id,
    tenant_id: id,
    tenant_name: nullableText,
    position: z.int().describe('Position in the log of the tenant: 1, 2, 3 … without gaps.'),
    type: z.string().describe('Event type in the past tense: `LeadCreated`.'),
    data: z.record(z.string(), z.unknown()).describe('Event payload: ids and values, no names or addresses of people.'),
    occurred_at: time.describe('When the event happened in the field.'),
    recorded_at: time.describe('When the event was recorded.'),
    user_id: nullableId,
    user: z.object({ id, full_name: z.string(), email: z.string() }).nullable(),
    real_role: role.nullable(),
    acting_role: role.nullable().describe('Role the user was viewing the app as; null outside view-as mode.'),
    subject_id: nullableId,
    subject_name: nullableText,
    record: z
      .object({ kind: z.enum(eventRecordKinds), id, label: z.string() })
      .nullable()
      .describe('The record the event is about: its address or file name; null if it was deleted.'),
    deleted_address: nullableText.describe('Address of the property, if it was deleted in the last 90 days.'),
    api_key: z.object({ id, name: z.string() }).nullable().describe('The API key used; null for a signed-in session.'),
  })
  .meta({ id: 'ActivityEvent', description: 'An event in the activity log.' })

/** The schema of a value of each type. */
const shapesOfTypes: Record<keyof FieldTypes, z.ZodType> = {
  text: z.string(),
  number: z.number(),
  boolean: z.boolean(),
  id,
  time,
  tag: propertyType,
  tags: z.array(propertyType),
  priority,
  propertyStatus: z.enum(propertyStatuses),
  leadStatus,
}

type InJson<Value> = Value extends Date ? string : Value

/** The fields of a record in a response. Times are texts there. */
function shapeOf<F extends Fields, Name extends keyof F & string>(fields: F, names: readonly Name[]) {
  return Object.fromEntries(
    names.map((name) => {
      const shape = shapesOfTypes[fields[name]!.type]
      return [
        toSnakeCase(name),
        (isRequired(fields[name]!) ? shape : shape.nullable()).describe(describeRead(fields[name]!)),
      ]
    }),
  ) as { [Key in Name as SnakeCase<Key>]: z.ZodType<InJson<ValueOf<F[Key]>>> }
}

export const property = z
  .object({
    id,
    ...shapeOf(propertyFields, namesOf(propertyFields)),
    version: z.int().describe('1, and one more with each change. Sent as `if_version`.'),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Property', description: 'A property saved by a tenant.' })

export const replacedOwner = z
  .object({
    id: id.describe('Id of the event that replaced them.'),
    owner_name: nullableText.describe('Name of the owner before; null if it was unknown.'),
    parcel_id: nullableText.describe('Parcel id before.'),
    replaced_at: time,
  })
  .meta({ id: 'ReplacedOwner', description: 'An owner and a parcel id that a property had before they were replaced.' })

export const addressMixUps = z.object({
  mix_ups: z
    .array(
      z
        .object({
          property_id: id.describe('Id of the property.'),
          address: z.string(),
          owner_name: nullableText,
          parcel_id: z.string().describe('Parcel id of the property, which another house has, too.'),
          reason: z.enum(verdictReasons).describe('In what the other house differs.'),
          other_address: z.string().describe('Address of the parcel record or of the other property.'),
          other_property_id: nullableId.describe(
            'The other property; null if the parcel record is that of another house.',
          ),
          own_parcel_id: nullableText.describe(
            'Parcel id that a correction sets; null where it clears the parcel id and the owner.',
          ),
          own_owner_name: nullableText.describe('Owner of that parcel.'),
        })
        .meta({
          id: 'AddressMixUp',
          description: 'A saved property whose owner or parcel id may be that of another house.',
        }),
    )
    .describe('Those that were found in the checked part of the properties.'),
  next: nullableText.describe('Sent as `after` to check further properties; null if all are checked.'),
})

export const lead = z
  .object({
    id,
    ...shapeOf(leadFields, ['propertyId']),
    property: z.object({ address: z.string(), owner_name: nullableText }),
    ...shapeOf(leadFields, ['tag', 'priority', 'status']),
    template_data: z.record(z.string(), z.unknown()).describe('Additional merge values for documents.'),
    ...shapeOf(leadFields, ['repId']),
    ...shapeOf(leadFields, ['assignedTo']),
    stage_id: nullableId.describe('Id of the stage; only a contacted lead can have one.'),
    ...shapeOf(leadFields, leadWork),
    version: z.int().describe('1, and one more with each change. Sent as `if_version`.'),
    created_at: time,
    updated_at: time,
    last_printed_at: time
      .nullable()
      .describe(
        'The hour in which a letter was last printed for the lead; null if none is known. Previews, labels and envelopes do not count.',
      ),
  })
  .meta({ id: 'Lead', description: 'A sales lead: a job that someone at a property may want done.' })

export const leadNote = z
  .object({ id, lead_id: id, author_id: id, text: z.string(), created_at: time })
  .meta({ id: 'LeadNote', description: 'A note that a user wrote about a lead.' })

export const leadStage = z
  .object({ id, name: z.string(), color: z.enum(stageColors) })
  .meta({ id: 'LeadStage', description: 'A step of the tenant between new and completed.' })

export const leadDuplicate = z
  .object({ lead, reason: z.enum(duplicateReasons) })
  .meta({ id: 'LeadDuplicate', description: 'A lead that may be a duplicate, and why.' })

export const duplicateLeads = z
  .object({ leads: z.array(lead) })
  .meta({ id: 'DuplicateLeads', description: 'Leads that may be duplicates of each other, newest first.' })

const pageBox = z
  .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
  .meta({ id: 'PageBox', description: 'A rectangle on a page, in points from its top left corner.' })

const labelSheet = z
  .object({
    id: z.enum(labelSheetIds),
    name: z.string(),
    is_envelope: z.boolean(),
    page_width: z.number(),
    page_height: z.number(),
    columns: z.int().describe('Number of labels in a row.'),
    rows: z.int().describe('Number of rows of labels.'),
    first: pageBox.describe('The first label, or the address on an envelope.'),
    pitch_x: z.number().describe('Distance from the left edge of a label to that of the next.'),
    pitch_y: z.number().describe('Distance from the top edge of a label to that of the next row.'),
    return_address: pageBox.nullable().describe('The address of the sender on an envelope; null for labels.'),
  })
  .meta({ id: 'LabelSheet', description: 'A sheet of labels or an envelope. Lengths are in points, 1/72 inch.' })

export const printConfiguration = z
  .object({
    pdf: z.boolean().describe('Whether letters can be printed as PDF.'),
    reason: nullableText.describe('Why letters cannot be printed as PDF; null if they can.'),
    label_sheets: z.array(labelSheet),
  })
  .meta({ id: 'PrintConfiguration' })

export const changedCount = z
  .object({ changed: z.int().describe('Number of things that changed.') })
  .meta({ id: 'ChangedCount', description: 'The result of a change of several things.' })

export const template = z
  .object({
    id,
    filename: z.string(),
    tag: templateTag.nullable(),
    size: z.int().describe('File size in bytes.'),
    modified: time,
    merge_field_count: z
      .int()
      .nullable()
      .describe('Number of different merge fields. Null while they are not counted yet.'),
  })
  .meta({ id: 'Template', description: 'A letter template: a Word document with merge fields.' })

export const templateTagEntry = z
  .object({
    tag: templateTag,
    template: z.string().describe('File name of the newest template with this tag.'),
    template_id: id,
  })
  .meta({ id: 'TemplateTagEntry' })

const parcelFields = {
  id: z.string().describe('Id assigned by the provider, used in `/regrid/details/{id}`.'),
  owner: nullableText,
  context: nullableText.describe('Mailing address of the owner, or the headline if it is unknown.'),
  headline: z.string(),
  parcelnumb: z.string().describe("Assessor's parcel number (APN)."),
  category: z.string(),
  type: nullableText,
  fullAddress: z.string(),
  centroid: z.array(z.number()).length(2).describe('`[lng, lat]`'),
  source: z.string().describe('Provider and data set of the record.'),
}

export const parcel = z.object(parcelFields).meta({ id: 'Parcel', description: 'A parcel in the county records.' })

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
    units: z.int().nullable().describe('Units in the building; null for one and if unknown.'),
    outline: z
      .object({ type: z.string(), coordinates: z.array(z.unknown()) })
      .nullable()
      .describe('Outline of the parcel as GeoJSON.'),
  })
  .meta({
    id: 'ParcelDetails',
    description: 'Details of a parcel. Other fields published by the county are included as they are.',
  })

export const knock = z
  .object({
    event_id: id,
    replayed: z.boolean().describe('True if the knock was already logged and nothing was recorded.'),
    property_id: id,
    property_status: z.enum(propertyStatuses),
  })
  .meta({ id: 'Knock' })

export const outcome = z
  .object({
    id: z.string().describe('Given as `outcome_id` of a knock. A UUID; for a built-in outcome its meaning.'),
    name: z.string(),
    mark: z.enum(outcomeMarks).describe('Its glyph.'),
    color: z.enum(outcomeColors),
    meaning: z.enum(knockOutcomes).describe('What a knock with it counts as.'),
    position: z.int().describe('Its place, from 1, among the built-in outcomes or among the own ones in use.'),
    retired_at: time.nullable().describe('When it was retired; null while it is in use.'),
    built_in: z.boolean().describe('Whether every tenant has it, and it can be neither changed nor retired.'),
  })
  .meta({
    id: 'Outcome',
    description: "An outcome that a rep can choose at a door: a built-in one, or one of the tenant's own.",
  })

const markFields = {
  id: id.describe('Id of the mark.'),
  kind: z.enum(doNotKnockKinds).describe('Who does not want the knock.'),
  reason: nullableText.describe('What was said about it; null if nothing.'),
  until: time.nullable().describe('Nobody may knock before this time; null for ever.'),
  source: nullableText.describe('The city whose list the address is on; null for other kinds.'),
}

export const doNotKnock = z
  .object(markFields)
  .meta({ id: 'DoNotKnock', description: 'Why nobody may knock at a door now.' })

export const doNotKnockMark = z
  .object({
    ...markFields,
    property_id: id,
    address: z.string().describe('Address of the property.'),
    city: nullableText,
    starts_at: time.describe('It is in force from this time on.'),
    set_at: time.describe('When it was set in the field.'),
    set_by: nullableId.describe('Who set it last; null for an imported list.'),
    lifted_at: time.nullable().describe('When it was lifted; null if nobody lifted it.'),
    lifted_by: nullableId,
    lift_reason: nullableText,
  })
  .meta({ id: 'DoNotKnockMark', description: 'A mark of a door where nobody may knock, in force or not.' })

export const propertyKnock = z
  .object({
    event_id: id,
    rep_id: id.describe('The user who knocked.'),
    outcome: z.enum(knockOutcomes).describe('What the knock counts as.'),
    outcome_id: nullableId.describe('The own outcome that was chosen; null for a built-in one.'),
    outcome_name: z.string().describe('Name of the outcome when the knock was logged.'),
    occurred_at: time.describe('When the knock happened, by the clock of the device that logged it.'),
    note: nullableText,
    photo_ids: z.array(id).describe('Photos, each at `/photos/{id}`, in their order.'),
    photo_id: nullableId.describe('The first of `photo_ids`.'),
    come_back_at: time.nullable().describe('When the rep wants to come back; null for other outcomes.'),
    imported: z.boolean().describe('True for a visit that was imported.'),
    flags: z.array(z.enum(knockFlags)).describe('What was wrong with the knock, which was accepted all the same.'),
    accuracy_meters: z.number().nullable().describe('Accuracy of the position of the device.'),
    distance_meters: z.number().nullable().describe('Distance from the position of the device to the house.'),
  })
  .meta({ id: 'PropertyKnock', description: 'A knock at a property.' })

export const comeBack = z
  .object({
    event_id: id.describe('Event id of the knock after which the caller wants to come back.'),
    come_back_at: time.describe('When the caller wants to come back.'),
    property_id: id,
    address: z.string().describe('Address of the property on one line.'),
    note: nullableText.describe('Note of that knock.'),
  })
  .meta({ id: 'ComeBack', description: 'A house to which the caller wants to come back.' })

export const knockSession = z
  .object({
    id,
    rep_id: id,
    started_at: time,
    ended_at: time
      .nullable()
      .describe(
        'A session without a knock for two hours is ended automatically, at its last knock or at its start if it has none; a knock that arrives later moves the end.',
      ),
    paused_at: time.nullable().describe('When it was paused; null if it is not paused or has ended.'),
    active_seconds: z.int().describe('Seconds from the start to the end, or to now, without pauses.'),
    doors: z.int().describe('Knocks in this session, excluding withdrawn knocks.'),
    talks: z.int().describe('Those knocks at which the user spoke with the owner.'),
    leads: z.int().describe('Leads the user created while the session was open.'),
  })
  .meta({ id: 'KnockSession', description: 'A knock session.' })

const foundProperty = z
  .object({
    id,
    address: z.string(),
    city: nullableText,
    owner_name: nullableText.describe("Owner; null if unknown, and for a colleague's property."),
    parcel_id: nullableText.describe(
      "Assessor's parcel number (APN); null if unknown, and if the property is `limited`.",
    ),
    status: z.enum(propertyStatuses),
    assigned_to: nullableId.describe('The user the property is assigned to.'),
    limited: z.boolean().describe('True for the property of a colleague, of which a rep sees only what the map shows.'),
    lead: z
      .object({ id, tag: propertyType, priority, status: leadStatus })
      .nullable()
      .describe('The newest lead that the caller may see, preferably one that is not completed.'),
  })
  .meta({ id: 'FoundProperty', description: 'A property that Quick find found.' })

const foundContact = z
  .object({
    id: id.describe("The lead's id."),
    contact_name: nullableText,
    contact_phone: nullableText,
    contact_email: nullableText,
    address: z.string(),
    tag: propertyType,
    status: leadStatus,
  })
  .meta({ id: 'FoundContact', description: 'A lead whose contact Quick find found.' })

const foundUser = z
  .object({ id, full_name: z.string(), email: z.string(), role })
  .meta({ id: 'FoundUser', description: 'A user that Quick find found.' })

export const quickFindResult = z
  .object({
    properties: z.array(foundProperty).describe('The address matches, alone or together with the owner.'),
    owners: z.array(foundProperty).describe('The owner matches.'),
    contacts: z
      .array(foundContact)
      .describe("Leads whose contact's name, phone number or email address matches, newest first."),
    parcels: z.array(foundProperty).describe('The parcel id begins with the text.'),
    users: z.array(foundUser).describe('Users by name; empty for callers who may not list users.'),
  })
  .meta({
    id: 'FoundRecords',
    description: 'What Quick find found, the best matches of each group first. A property is in one group only.',
  })
