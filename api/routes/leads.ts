import { z } from 'zod'
import { leadOrderFields, leadStatuses, priorities } from '../domain/enums.ts'
import { toSnakeCase } from '../domain/fields.ts'
import { leadFields, leadWork, type LeadWork } from '../domain/leads/leadFields.ts'
import { messages } from '../domain/messages.ts'
import { clientId, idInUse, markReplayed } from '../rest/clientIds.ts'
import { ifMatch, ifUnchanged } from '../rest/etags.ts'
import { listQuery, pagedListResponse, toPagedList, toPropertyType } from '../rest/listQuery.ts'
import { anotherVersion, idText, ifVersion, inputShape, propertyTypeText, toPageRequest } from '../rest/parameters.ts'
import { presentLead, presentListedLead } from '../rest/presenters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { itemResponse, lead, messageResponse } from '../rest/shapes.ts'
import { deleteLead, updateLead } from '../usecases/leads/leadChanges.ts'
import { countLeads, createLead, listLeads, readLead, type LeadView } from '../usecases/leads/leads.ts'
import { leadFilters } from '../usecases/leads/leadFilters.ts'
import { newProperty, toNewProperty } from './properties.ts'

const workShape = inputShape(leadFields, leadWork, 'new')

function toLeadWork(body: z.infer<z.ZodObject<typeof workShape>>): LeadWork {
  return Object.fromEntries(leadWork.map((name) => [name, body[toSnakeCase(name)]]))
}

const newLead = z
  .object({
    ...workShape,
    id: clientId,
    property_id: idText.nullish().describe('Id of a saved property.'),
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
    ...workShape,
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

export const leadQuery = listQuery(leadFilters, leadOrderFields)

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
  ...leadWork,
  'stageId',
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
    query: leadQuery.parameters,
    response: pagedListResponse(lead),
    errors: { 422: 'The tag is not a property type.' },
    async handle(ctx, { query }) {
      const { filter, order } = leadQuery.select(query)
      const page = await listLeads(ctx, filter, toPageRequest(query), order, listedColumns)
      return toPagedList(page, presentListedLead, await countLeads(ctx, filter))
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
      // The priority is a value of the lead, wherever it stands, so that a repeat by GraphQL is the same lead.
      const { priority, ...templateData } = body.template_data ?? {}
      const created = await createLead(ctx, {
        id: body.id,
        propertyId: body.property_id,
        newProperty: body.property && toNewProperty(body.property),
        tag: body.tag ? toPropertyType(body.tag) : null,
        priority: body.priority ?? priority,
        templateData: Object.keys(templateData).length > 0 ? templateData : null,
        ...toLeadWork(body),
      })
      return { data: presentLead(markReplayed(response, created)) }
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
      const changes = { status, tag: tag ? toPropertyType(tag) : null, priority, ...toLeadWork(work) }
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
