import { z } from 'zod'
import { leadStatuses, priorities } from '../domain/enums.ts'
import { messages } from '../domain/messages.ts'
import { ifMatch } from '../rest/etags.ts'
import { toPageRequest, pagingParameters, propertyTypeText } from '../rest/parameters.ts'
import { presentLead } from '../rest/presenters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { messageResponse, lead, listResponse, itemResponse } from '../rest/shapes.ts'
import { deleteLead, updateLead } from '../usecases/leads/leadChanges.ts'
import { countLeads, createLead, listLeads, readLead } from '../usecases/leads/leads.ts'
import { newProperty, toNewProperty, toPropertyType } from './properties.ts'

const newLead = z
  .object({
    property_id: z.string().nullish().describe('Id of a saved property.'),
    property: newProperty.nullish().describe('A new property to save with the lead, instead of `property_id`.'),
    tag: propertyTypeText.nullish(),
    priority: z.enum(priorities).nullish().describe('Defaults to `normal`.'),
    template_data: z
      .looseObject({ priority: z.enum(priorities).nullish() })
      .nullish()
      .describe(
        'Additional merge values for documents. `priority` is used as the priority of the lead if that is not set.',
      ),
  })
  .meta({
    id: 'NewLead',
    example: { property_id: '0198c7a0-0000-7000-8000-000000000001', tag: 'storm', template_data: { priority: 'high' } },
  })

const leadChange = z
  .object({ status: z.enum(leadStatuses).nullish(), tag: propertyTypeText.nullish() })
  .meta({ id: 'LeadChange', description: 'Omitted fields are unchanged.', example: { status: 'contacted' } })

const leadFilter = z.object({
  ...pagingParameters,
  tag: propertyTypeText.optional(),
  status: z.enum(leadStatuses).optional(),
  priority: z.enum(priorities).optional(),
  search: z
    .string()
    .max(200)
    .optional()
    .describe('Search terms in any order, matched as parts of words in the address or owner name.'),
})

const params = { id: 'Id of the lead.' }

export const leadRoutes = [
  defineRoute('get', '/leads', {
    graphqlOperation: 'Query.leads',
    access: 'lead.read',
    summary: 'List leads',
    description: 'Newest first. A rep sees only their own.',
    query: leadFilter,
    response: listResponse(lead),
    errors: { 422: 'The tag is not a property type.' },
    async handle(ctx, { query: { tag, status, priority, search, ...page } }) {
      const filter = { tag: tag ? toPropertyType(tag) : null, status, priority, search }
      const { items } = await listLeads(ctx, filter, toPageRequest(page))
      return { data: items.map(presentLead), total: await countLeads(ctx, filter) }
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
      404: 'The property does not exist.',
      409: 'The new property is already saved.',
      422: 'The tag or the property is missing, or no tenant was chosen.',
    },
    async handle(ctx, { body }) {
      const created = await createLead(ctx, {
        propertyId: body.property_id,
        newProperty: body.property && toNewProperty(body.property),
        tag: body.tag ? toPropertyType(body.tag) : null,
        priority: body.priority ?? body.template_data?.priority,
        templateData: body.template_data,
      })
      return { data: presentLead(created) }
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
    errors: { 422: 'The tag is not a property type.' },
    async handle(ctx, { params: { id }, body: { status, tag }, request }) {
      const changes = { status, tag: tag ? toPropertyType(tag) : null }
      return { data: presentLead(await updateLead(ctx, id!, changes, ifMatch(request, lead, presentLead))) }
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
