import { z } from 'zod'
import { leadStatuses, priorities, stageColors } from '../domain/enums.ts'
import { clientId, idInUse, markReplayed } from '../rest/clientIds.ts'
import { idText, limitedText, pagingParameters, toPageRequest } from '../rest/parameters.ts'
import { presentLead, presentListedLead } from '../rest/presenters.ts'
import { filterParameters, toFilter } from '../rest/listQuery.ts'
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
  quotaUsedUp,
} from '../rest/shapes.ts'
import { assignLeads } from '../usecases/leads/assignLeads.ts'
import { setLeadPriority, setLeadStatus } from '../usecases/leads/leadChanges.ts'
import { dismissDuplicates } from '../usecases/leads/dismissDuplicates.ts'
import { listDuplicateLeads, listLeadDuplicates } from '../usecases/leads/leadDuplicates.ts'
import { addLeadNote, listLeadNotes } from '../usecases/leads/leadNotes.ts'
import { listLeadStages, setLeadStage, setLeadStages } from '../usecases/leads/leadStages.ts'
import { mergeLeads } from '../usecases/leads/mergeLeads.ts'
import { leadFilters } from '../usecases/leads/leadFilters.ts'

const leadIds = z.array(idText).describe('At most 1,000 leads of one tenant.')
const exampleId = '0198c7a0-0000-7000-8000-000000000001'

const statusOfLeads = z
  .object({
    lead_ids: leadIds,
    status: z.enum(leadStatuses),
  })
  .meta({
    id: 'StatusOfLeads',
    example: { lead_ids: [exampleId], status: 'contacted' },
  })

const assignment = z
  .object({
    lead_ids: leadIds.nullish(),
    filter: z
      .object(filterParameters(leadFilters))
      .nullish()
      .describe('Assigns all leads that match, instead of `lead_ids`.'),
    assigned_to: z.uuid().nullable().describe('Id of an active member of the tenant; null to unassign the leads.'),
  })
  .meta({ id: 'AssignmentOfLeads', example: { lead_ids: [exampleId], assigned_to: null } })

const stageOfLeads = z
  .object({ lead_ids: leadIds, stage_id: idText.nullable().describe('Id of the stage, or null.') })
  .meta({ id: 'StageOfLeads', example: { lead_ids: [exampleId], stage_id: null } })

const stageList = z
  .object({
    stages: z
      .array(
        z.object({
          id: idText.nullish().describe('Id of a stage to keep; without it the stage is new.'),
          name: limitedText('name').describe('At most 40 characters, different from those of the other stages.'),
          color: z.enum(stageColors),
        }),
      )
      .describe('The stages in their order, at most 12.'),
  })
  .meta({ id: 'LeadStageList', example: { stages: [{ name: 'Quoted', color: 'plum' }] } })

const merge = z
  .object({
    keep_id: idText.describe('The lead to keep.'),
    merge_ids: z.array(idText).describe('At most 20 leads to merge into it, of the same tenant.'),
  })
  .meta({
    id: 'MergeOfLeads',
    example: { keep_id: exampleId, merge_ids: ['0198c7a0-0000-7000-8000-000000000002'] },
  })

const dismissal = z
  .object({
    lead_ids: z.array(idText).describe('2 to 1,000 leads of one tenant.'),
    dismissed: z.boolean().nullish().describe('False to list them as duplicates again. Defaults to true.'),
  })
  .meta({
    id: 'DismissalOfDuplicates',
    example: { lead_ids: [exampleId, '0198c7a0-0000-7000-8000-000000000002'], dismissed: true },
  })

const newNote = z
  .object({ id: clientId, text: limitedText('text') })
  .meta({ id: 'NewLeadNote', example: { text: 'Asks for a price in writing.' } })

const priorityOfLeads = z.object({ lead_ids: leadIds, priority: z.enum(priorities) }).meta({
  id: 'PriorityOfLeads',
  example: { lead_ids: [exampleId], priority: 'high' },
})

const params = { id: 'Id of the lead.' }

/** Changes of several leads at once, and stages, duplicates and notes. */
export const leadWorkRoutes = [
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
      const selection = { ids, filter: filter && toFilter(leadFilters, filter) }
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
  defineRoute('post', '/leads/duplicates/dismiss', {
    graphqlOperation: 'Mutation.dismissDuplicates',
    access: 'lead.merge',
    summary: 'Say that leads are no duplicates',
    description:
      'Remembered for the tenant: the leads are not listed as duplicates of each other until another lead joins them.',
    body: dismissal,
    response: itemResponse(changedCount),
    errors: {
      404: 'A lead does not exist.',
      422: 'Fewer than two leads or too many leads are given, or leads of several tenants.',
    },
    async handle(ctx, { body: { lead_ids, dismissed } }) {
      return { data: { changed: await dismissDuplicates(ctx, lead_ids, dismissed ?? true) } }
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
    errors: { 409: idInUse, 422: 'The text is empty.', 429: quotaUsedUp },
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
]
