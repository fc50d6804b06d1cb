import { z } from 'zod'
import { leadOrderFields, leadStatuses, priorities, sortDirections } from '../domain/enums.ts'
import { messages } from '../domain/messages.ts'
import { clientId, idInUse, markReplayed } from '../rest/clientIds.ts'
import { ifMatch, ifUnchanged } from '../rest/etags.ts'
import {
  anotherVersion,
  booleanText,
  dateTime,
  ifVersion,
  toPageRequest,
  pagingParameters,
  propertyTypeText,
} from '../rest/parameters.ts'
import { presentLead, presentListedLead } from '../rest/presenters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { changedCount, messageResponse, lead, listResponse, itemResponse } from '../rest/shapes.ts'
import { deleteLead, setLeadStatus, updateLead } from '../usecases/leads/leadChanges.ts'
import type { LeadOrder } from '../usecases/leads/leadOrder.ts'
import { countLeads, createLead, listLeads, readLead, type LeadFilter, type LeadView } from '../usecases/leads/leads.ts'
import { newProperty, toNewProperty, toPropertyType } from './properties.ts'

const newLead = z
  .object({
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
  .object({ status: z.enum(leadStatuses).nullish(), tag: propertyTypeText.nullish(), if_version: ifVersion })
  .meta({ id: 'LeadChange', description: 'Omitted fields are unchanged.', example: { status: 'contacted' } })

export const leadFilter = z.object({
  ...pagingParameters,
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
  order_by: z
    .enum(leadOrderFields)
    .optional()
    .describe('Defaults to `created_at`. Leads that are equal in it are ordered by id.'),
  direction: z
    .enum(sortDirections)
    .optional()
    .describe('Defaults to `desc` for `created_at` and `updated_at`, and to `asc` for the other fields.'),
})

/** The filter and the order of a query. */
export function toLeadQuery(query: z.output<typeof leadFilter>): { filter: LeadFilter; order: LeadOrder } {
  const filter = {
    tag: query.tag ? toPropertyType(query.tag) : null,
    status: query.status,
    priority: query.priority,
    search: query.search,
    propertyId: query.property_id,
    repId: query.rep_id,
    neverPrinted: query.never_printed,
    createdFrom: query.created_from,
    createdTo: query.created_to,
  }
  return { filter, order: { field: query.order_by ?? 'created_at', direction: query.direction } }
}

const statusOfLeads = z
  .object({
    lead_ids: z.array(z.string()).describe('At most 1,000 leads of one tenant.'),
    status: z.enum(leadStatuses),
  })
  .meta({
    id: 'StatusOfLeads',
    example: { lead_ids: ['0198c7a0-0000-7000-8000-000000000001'], status: 'contacted' },
  })

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
  'version',
  'createdAt',
] as const

export const leadRoutes = [
  defineRoute('get', '/leads', {
    graphqlOperation: 'Query.leads',
    access: 'lead.read',
    summary: 'List leads',
    description:
      'By default newest first. A rep sees only their own. `template_data` has only the priority; the other values are in the lead itself.',
    query: leadFilter,
    response: listResponse(lead),
    errors: { 422: 'The tag is not a property type.' },
    async handle(ctx, { query }) {
      const { filter, order } = toLeadQuery(query)
      const { items } = await listLeads(ctx, filter, toPageRequest(query), order, listedColumns)
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
      422: 'The tag or the property is missing, or no tenant was chosen.',
    },
    async handle(ctx, { body, response }) {
      const created = await createLead(ctx, {
        id: body.id,
        propertyId: body.property_id,
        newProperty: body.property && toNewProperty(body.property),
        tag: body.tag ? toPropertyType(body.tag) : null,
        priority: body.priority ?? body.template_data?.priority,
        templateData: body.template_data,
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
    summary: 'Change the status or the tag of a lead',
    description: 'Every status transition is allowed.',
    versioned: true,
    params,
    body: leadChange,
    response: itemResponse(lead),
    errors: { 409: anotherVersion, 422: 'The tag is not a property type.' },
    async handle(ctx, { params: { id }, body: { status, tag, if_version }, request }) {
      const changes = { status, tag: tag ? toPropertyType(tag) : null }
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
