import { z } from 'zod'
import { leadOrderFields, leadStatuses, priorities, stageColors } from '../domain/enums.ts'
import { maxLengths } from '../domain/maxLengths.ts'
import { messages } from '../domain/messages.ts'
import { clientId, idInUse, markReplayed } from '../rest/clientIds.ts'
import { ifMatch, ifUnchanged } from '../rest/etags.ts'
import {
  anotherVersion,
  booleanText,
  dateTime,
  ifVersion,
  optionalText,
  orderParameters,
  toPageRequest,
  pagingParameters,
  propertyTypeText,
} from '../rest/parameters.ts'
import { presentLead, presentListedLead } from '../rest/presenters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import {
  changedCount,
  duplicateLeads,
  itemResponse,
  lead,
  leadDuplicate,
  leadNote,
  leadStage,
  listResponse,
  messageResponse,
} from '../rest/shapes.ts'
import { assignLeads } from '../usecases/leads/assignLeads.ts'
import { deleteLead, setLeadPriority, setLeadStatus, updateLead } from '../usecases/leads/leadChanges.ts'
import type { LeadOrder } from '../usecases/leads/leadOrder.ts'
import { listDuplicateLeads, listLeadDuplicates } from '../usecases/leads/leadDuplicates.ts'
import { addLeadNote, listLeadNotes } from '../usecases/leads/leadNotes.ts'
import { listLeadStages, setLeadStage, setLeadStages } from '../usecases/leads/leadStages.ts'
import { countLeads, createLead, listLeads, readLead, type LeadFilter, type LeadView } from '../usecases/leads/leads.ts'
import { mergeLeads } from '../usecases/leads/mergeLeads.ts'
import { newProperty, toNewProperty, toPropertyType } from './properties.ts'

/** The fields about the work on a lead. */
const leadWork = {
  assigned_to: z
    .uuid()
    .nullish()
    .describe('Id of the user who works on the lead: an active member of the tenant. Only for owners and admins.'),
  follow_up_at: dateTime.nullish().describe('When to follow up.'),
  value: z.number().nullish().describe('Value of the job in US dollars, 0 to 10,000,000, with at most two decimals.'),
  source: optionalText(maxLengths.source).describe('Where the lead came from.'),
  contact_name: optionalText(maxLengths.contact_name).describe('Name of the person to contact.'),
  contact_phone: optionalText(maxLengths.contact_phone),
  contact_email: optionalText(maxLengths.contact_email),
}

function toLeadFields(body: z.infer<z.ZodObject<typeof leadWork>>) {
  return {
    assignedTo: body.assigned_to,
    followUpAt: body.follow_up_at,
    value: body.value,
    source: body.source,
    contactName: body.contact_name,
    contactPhone: body.contact_phone,
    contactEmail: body.contact_email,
  }
}

const newLead = z
  .object({
    ...leadWork,
    id: clientId,
    property_id: z.string().nullish().describe('Id of a saved property.'),
    property: newProperty.nullish().describe('A new property to save with the lead, instead of `property_id`.'),
    tag: propertyTypeText.nullish(),
    priority: z.enum(priorities).nullish().describe('Defaults to `normal`.'),
    template_data: z
      .looseObject({ priority: z.enum(priorities).nullish() })
      .nullish()
      .describe(
        'Additional merge values for documents, at most 16 kB as JSON. `priority` is used as the priority of the lead if that is not set.',
      ),
  })
  .meta({
    id: 'NewLead',
    example: { property_id: '0198c7a0-0000-7000-8000-000000000001', tag: 'storm', template_data: { priority: 'high' } },
  })

const leadChange = z
  .object({
    ...leadWork,
    status: z.enum(leadStatuses).nullish(),
    tag: propertyTypeText.nullish(),
    priority: z.enum(priorities).nullish(),
    if_version: ifVersion,
  })
  .meta({
    id: 'LeadChange',
    description:
      'Omitted fields are unchanged. Null clears a field, except that it leaves status, tag and priority unchanged.',
    example: { status: 'contacted' },
  })

const filterFields = {
  tag: propertyTypeText.optional(),
  status: z.enum(leadStatuses).optional(),
  priority: z.enum(priorities).optional(),
  search: z
    .string()
    .max(200)
    .optional()
    .describe('Search terms in any order, matched as parts of words in the address or owner name.'),
  property_id: z.string().optional().describe('Leads of this property.'),
  rep_id: z.string().optional().describe('Leads that this user created.'),
  never_printed: booleanText.optional().describe('`true` for leads without a printed letter.'),
  created_from: dateTime.optional().describe('Leads created at this time or later.'),
  created_to: dateTime.optional().describe('Leads created before this time.'),
  assigned_to: z.string().optional().describe('Leads that are assigned to this user.'),
  unassigned: booleanText.optional().describe('`true` for leads that are assigned to nobody.'),
  stage_id: z.string().optional().describe('Leads in this stage.'),
  without_stage: booleanText.optional().describe('`true` for leads that are in no stage.'),
  follow_up_from: dateTime.optional().describe('Leads with a follow-up at this time or later.'),
  follow_up_to: dateTime.optional().describe('Leads with a follow-up before this time.'),
  neighborhood: z.string().max(200).optional().describe('Leads of properties in this neighborhood.'),
}

/** Converts the conditions of a query to the filter of the use case. */
function toLeadFilter(query: z.infer<z.ZodObject<typeof filterFields>>): LeadFilter {
  return {
    tag: query.tag ? toPropertyType(query.tag) : null,
    status: query.status,
    priority: query.priority,
    search: query.search,
    propertyId: query.property_id,
    repId: query.rep_id,
    assignedTo: query.assigned_to,
    unassigned: query.unassigned,
    stageId: query.stage_id,
    withoutStage: query.without_stage,
    followUpFrom: query.follow_up_from,
    followUpTo: query.follow_up_to,
    neighborhood: query.neighborhood,
    neverPrinted: query.never_printed,
    createdFrom: query.created_from,
    createdTo: query.created_to,
  }
}

export const leadFilter = z.object({
  ...pagingParameters,
  ...filterFields,
  ...orderParameters(leadOrderFields),
})

const statusOfLeads = z
  .object({
    lead_ids: z.array(z.string()).describe('At most 1,000 leads of one tenant.'),
    status: z.enum(leadStatuses),
  })
  .meta({
    id: 'StatusOfLeads',
    example: { lead_ids: ['0198c7a0-0000-7000-8000-000000000001'], status: 'contacted' },
  })

const leadIds = z.array(z.string()).describe('At most 1,000 leads of one tenant.')
const exampleId = '0198c7a0-0000-7000-8000-000000000001'

const assignment = z
  .object({
    lead_ids: leadIds.nullish(),
    filter: z.object(filterFields).nullish().describe('Assigns all leads that match, instead of `lead_ids`.'),
    assigned_to: z.uuid().nullable().describe('Id of an active member of the tenant; null to unassign the leads.'),
  })
  .meta({ id: 'AssignmentOfLeads', example: { lead_ids: [exampleId], assigned_to: null } })

const stageOfLeads = z
  .object({ lead_ids: leadIds, stage_id: z.string().nullable().describe('Id of the stage, or null.') })
  .meta({ id: 'StageOfLeads', example: { lead_ids: [exampleId], stage_id: null } })

const stageList = z
  .object({
    stages: z
      .array(
        z.object({
          id: z.string().nullish().describe('Id of a stage to keep; without it the stage is new.'),
          name: z.string().describe('At most 40 characters, different from those of the other stages.'),
          color: z.enum(stageColors),
        }),
      )
      .describe('The stages in their order, at most 12.'),
  })
  .meta({ id: 'LeadStageList', example: { stages: [{ name: 'Quoted', color: 'plum' }] } })

const merge = z
  .object({
    keep_id: z.string().describe('The lead to keep.'),
    merge_ids: z.array(z.string()).describe('At most 20 leads to merge into it, of the same tenant.'),
  })
  .meta({
    id: 'MergeOfLeads',
    example: { keep_id: exampleId, merge_ids: ['0198c7a0-0000-7000-8000-000000000002'] },
  })

const newNote = z
  .object({ id: clientId, text: z.string().max(maxLengths.text) })
  .meta({ id: 'NewLeadNote', example: { text: 'Asks for a price in writing.' } })

const priorityOfLeads = z.object({ lead_ids: leadIds, priority: z.enum(priorities) }).meta({
  id: 'PriorityOfLeads',
  example: { lead_ids: [exampleId], priority: 'high' },
})
/** The filter and the order of a query. */
export function toLeadQuery(query: z.output<typeof leadFilter>): { filter: LeadFilter; order: LeadOrder } {
  return { filter: toLeadFilter(query), order: { field: query.order_by ?? 'created_at', direction: query.direction } }
}

const params = { id: 'Id of the lead.' }

/** What `presentListedLead` needs. */
const listedColumns = [
  'id',
  'propertyId',
  'address',
  'ownerName',
  'tag',
  'priority',
  'status',
  'repId',
  'assignedTo',
  'stageId',
  'followUpAt',
  'value',
  'source',
  'contactName',
  'contactPhone',
  'contactEmail',
  'version',
  'createdAt',
  'updatedAt',
  'lastPrintedAt',
] as const

export const leadRoutes = [
  defineRoute('get', '/leads', {
    graphqlOperation: 'Query.leads',
    access: 'lead.read',
    summary: 'List leads',
    description:
      'By default newest first. A rep sees those that they created or that are assigned to them. `template_data` has only the priority; the other values are in the lead itself.',
    query: leadFilter,
    response: listResponse(lead),
    errors: { 422: 'The tag is not a property type.' },
    async handle(ctx, { query: { limit, offset, order_by, direction, ...query } }) {
      const filter = toLeadFilter(query)
      const order = { field: order_by ?? 'created_at', direction } as const
      const { items } = await listLeads(ctx, filter, toPageRequest({ limit, offset }), order, listedColumns)
      return { data: items.map(presentListedLead), total: await countLeads(ctx, filter) }
    },
  }),
  defineRoute('post', '/leads', {
    graphqlOperation: 'Mutation.createLead',
    access: 'lead.create',
    summary: 'Create a lead',
    description:
      'For a saved property, or together with a new one in one transaction. The tag of the lead is added to the tags of the property.',
    body: newLead,
    response: itemResponse(lead),
    status: 201,
    errors: {
      400: 'The template data is too large.',
      404: 'The property does not exist.',
      409: `The new property is already saved. ${idInUse}`,
      422: 'The tag or the property is missing, a field is not valid, or no tenant was chosen.',
    },
    async handle(ctx, { body, response }) {
      const created = await createLead(ctx, {
        id: body.id,
        propertyId: body.property_id,
        newProperty: body.property && toNewProperty(body.property),
        tag: body.tag ? toPropertyType(body.tag) : null,
        priority: body.priority ?? body.template_data?.priority,
        templateData: body.template_data,
        ...toLeadFields(body),
      })
      return { data: presentLead(markReplayed(response, created)) }
    },
  }),
  defineRoute('post', '/leads/status', {
    graphqlOperation: 'Mutation.setLeadStatus',
    access: 'lead.changeStatus',
    summary: 'Set the status of several leads',
    description:
      'All or none: with one lead that is unknown or not visible to the caller, nothing changes. Every status transition is allowed.',
    body: statusOfLeads,
    response: itemResponse(changedCount),
    errors: { 404: 'A lead does not exist.', 422: 'No lead or too many leads are given, or leads of several tenants.' },
    async handle(ctx, { body: { lead_ids, status } }) {
      return { data: { changed: await setLeadStatus(ctx, lead_ids, status) } }
    },
  }),
  defineRoute('post', '/leads/assign', {
    graphqlOperation: 'Mutation.assignLeads',
    access: 'lead.assign',
    summary: 'Assign several leads',
    description:
      'Leads with `lead_ids` are changed all or none; those of a `filter`, at most 10,000, in batches of 1,000.',
    body: assignment,
    response: itemResponse(changedCount),
    errors: {
      404: 'A lead does not exist.',
      422: 'No leads or too many leads are given, or leads of several tenants, or the user is not an active member of the tenant.',
    },
    async handle(ctx, { body: { lead_ids: ids, filter, assigned_to: assignedTo } }) {
      const selection = { ids, filter: filter && toLeadFilter(filter) }
      return { data: { changed: await assignLeads(ctx, selection, assignedTo) } }
    },
  }),
  defineRoute('post', '/leads/stage', {
    graphqlOperation: 'Mutation.setLeadStage',
    access: 'lead.changeStatus',
    summary: 'Set the stage of several leads',
    description: 'All or none. A stage sets the status `contacted`; null takes the leads out of their stages.',
    body: stageOfLeads,
    response: itemResponse(changedCount),
    errors: {
      404: 'A lead or the stage does not exist.',
      422: 'No lead or too many leads are given, or leads of several tenants.',
    },
    async handle(ctx, { body: { lead_ids, stage_id } }) {
      return { data: { changed: await setLeadStage(ctx, lead_ids, stage_id) } }
    },
  }),
  defineRoute('post', '/leads/merge', {
    graphqlOperation: 'Mutation.mergeLeads',
    access: 'lead.merge',
    summary: 'Merge leads into one',
    description:
      'The kept lead gets the notes and the history of the others, and their values for its empty fields. They are deleted.',
    body: merge,
    response: itemResponse(lead),
    errors: { 404: 'A lead does not exist.', 422: 'No lead or too many leads are given, or leads of several tenants.' },
    async handle(ctx, { body: { keep_id, merge_ids } }) {
      return { data: presentLead(await mergeLeads(ctx, keep_id, merge_ids)) }
    },
  }),
  defineRoute('get', '/leads/stages', {
    graphqlOperation: 'Query.leadStages',
    access: 'lead.read',
    summary: 'List the stages of leads',
    description: 'The steps of the tenant between `new` and `completed`, in its order; none by default.',
    response: itemResponse(z.array(leadStage)),
    errors: { 422: 'No tenant was chosen.' },
    handle: async (ctx) => ({ data: await listLeadStages(ctx) }),
  }),
  defineRoute('put', '/leads/stages', {
    graphqlOperation: 'Mutation.setLeadStages',
    access: 'lead.setStages',
    summary: 'Replace the stages of leads',
    description: 'Leads in a stage that is left out have no stage afterwards.',
    body: stageList,
    response: itemResponse(z.array(leadStage)),
    errors: {
      404: 'A stage does not exist.',
      422: 'A name is missing, too long or given twice, or no tenant was chosen.',
    },
    handle: async (ctx, { body: { stages } }) => ({ data: await setLeadStages(ctx, stages) }),
  }),
  defineRoute('get', '/leads/duplicates', {
    graphqlOperation: 'Query.duplicateLeads',
    access: 'lead.merge',
    summary: 'List leads that may be duplicates',
    description: 'Groups of leads at the same property, parcel or address.',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).optional().describe('Maximum number of groups. Defaults to 20.'),
    }),
    response: itemResponse(z.array(duplicateLeads)),
    errors: { 422: 'No tenant was chosen.' },
    async handle(ctx, { query: { limit } }) {
      const groups = await listDuplicateLeads(ctx, limit ?? 20)
      return { data: groups.map(({ leads }) => ({ leads: leads.map(presentListedLead) })) }
    },
  }),
  defineRoute('get', '/leads/:id/duplicates', {
    graphqlOperation: 'Query.leadDuplicates',
    access: 'lead.merge',
    summary: 'List the duplicates of a lead',
    description: 'Other leads at the same property, parcel or address.',
    params,
    response: itemResponse(z.array(leadDuplicate)),
    async handle(ctx, { params: { id } }) {
      const duplicates = await listLeadDuplicates(ctx, id!)
      return { data: duplicates.map((found) => ({ ...found, lead: presentListedLead(found.lead) })) }
    },
  }),
  defineRoute('get', '/leads/:id/notes', {
    operationId: 'listLeadNotes',
    access: 'lead.read',
    summary: 'List the notes of a lead',
    description: 'Newest first.',
    params,
    query: z.object(pagingParameters),
    response: listResponse(leadNote),
    async handle(ctx, { params: { id }, query }) {
      const { items, total } = await listLeadNotes(ctx, id!, toPageRequest(query))
      return { data: items, total }
    },
  }),
  defineRoute('post', '/leads/:id/notes', {
    graphqlOperation: 'Mutation.addLeadNote',
    access: 'lead.edit',
    summary: 'Add a note to a lead',
    params,
    body: newNote,
    response: itemResponse(leadNote),
    status: 201,
    errors: { 409: idInUse, 422: 'The text is empty.' },
    async handle(ctx, { params: { id }, body, response }) {
      return { data: markReplayed(response, await addLeadNote(ctx, { id: body.id, leadId: id!, text: body.text })) }
    },
  }),
  defineRoute('post', '/leads/priority', {
    graphqlOperation: 'Mutation.setLeadPriority',
    access: 'lead.edit',
    summary: 'Set the priority of several leads',
    description: 'All or none: with one lead that is unknown or not visible to the caller, nothing changes.',
    body: priorityOfLeads,
    response: itemResponse(changedCount),
    errors: { 404: 'A lead does not exist.', 422: 'No lead or too many leads are given, or leads of several tenants.' },
    async handle(ctx, { body: { lead_ids, priority } }) {
      return { data: { changed: await setLeadPriority(ctx, lead_ids, priority) } }
    },
  }),
  defineRoute('get', '/leads/:id', {
    graphqlOperation: 'Query.lead',
    access: 'lead.read',
    summary: 'Read a lead',
    versioned: true,
    params,
    response: itemResponse(lead),
    handle: async (ctx, { params: { id } }) => ({ data: presentLead(await readLead(ctx, id!)) }),
  }),
  defineRoute('put', '/leads/:id', {
    graphqlOperation: 'Mutation.updateLead',
    access: 'lead.changeStatus',
    summary: 'Change a lead',
    description: 'Every status transition is allowed. Only owners and admins may assign a lead.',
    versioned: true,
    params,
    body: leadChange,
    response: itemResponse(lead),
    errors: { 409: anotherVersion, 422: 'The tag is not a property type, or another field is not valid.' },
    async handle(ctx, { params: { id }, body: { status, tag, priority, if_version, ...work }, request }) {
      const changes = { status, tag: tag ? toPropertyType(tag) : null, priority, ...toLeadFields(work) }
      const check = ifUnchanged(request, if_version, lead, presentLead<LeadView>)
      return { data: presentLead(await updateLead(ctx, id!, changes, check)) }
    },
  }),
  defineRoute('delete', '/leads/:id', {
    graphqlOperation: 'Mutation.deleteLead',
    access: 'lead.delete',
    summary: 'Delete a lead',
    description: 'The lead is removed from the metrics of the periods in which it was counted.',
    versioned: true,
    params,
    response: messageResponse,
    async handle(ctx, { params: { id }, request }) {
      await deleteLead(ctx, id!, ifMatch(request, lead, presentLead))
      return { message: messages.leadDeleted }
    },
  }),
]
