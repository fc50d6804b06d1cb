import { z } from 'zod'
import { messages } from '../domain/messages.ts'
import { leadStatuses, priorities } from '../domain/words.ts'
import { deleteLead, updateLead } from '../usecases/leadChanges.ts'
import { countLeads, createLead, listLeads, readLead } from '../usecases/leads.ts'
import { pageRequest, paging, typeWord } from './body.ts'
import { route } from './handler.ts'
import { presentLead } from './presenters.ts'
import { newProperty, newPropertyOf, tagOf } from './properties.ts'
import { done, lead, many, one } from './shapes.ts'
import { asSeen } from './versions.ts'

const newLead = z
  .object({
    property_id: z.string().nullish().describe('A saved property.'),
    property: newProperty.nullish().describe('Instead of `property_id`: a property that is saved with the lead.'),
    tag: typeWord.nullish(),
    priority: z.enum(priorities).nullish().describe('`normal` when it is not given.'),
    template_data: z
      .looseObject({ priority: z.enum(priorities).nullish() })
      .nullish()
      .describe('What documents are filled with besides; the priority is taken from here as well.'),
  })
  .meta({
    id: 'NewLead',
    example: { property_id: '0198c7a0-0000-7000-8000-000000000001', tag: 'storm', template_data: { priority: 'high' } },
  })

const change = z
  .object({ status: z.enum(leadStatuses).nullish(), tag: typeWord.nullish() })
  .meta({ id: 'LeadChange', description: 'What is left out stays as it is.', example: { status: 'contacted' } })

const filter = z.object({
  ...paging,
  tag: typeWord.optional(),
  status: z.enum(leadStatuses).optional(),
  priority: z.enum(priorities).optional(),
  search: z.string().max(200).optional().describe('Beginnings of words of the address or owner, in any order.'),
})

const params = { id: 'The id of the lead.' }

export const leadRoutes = [
  route({
    method: 'get',
    path: '/leads',
    operationId: 'leads',
    twin: 'Query.leads',
    access: 'lead.read',
    summary: 'List leads',
    description: 'Newest first. A rep sees their own.',
    query: filter,
    answer: many(lead),
    errors: { 422: 'The tag is none of the nine.' },
    async handle(ctx, { query: { tag, status, priority, search, ...page } }) {
      const wanted = { tag: tag ? tagOf(tag) : null, status, priority, search }
      const { items } = await listLeads(ctx, wanted, pageRequest(page))
      return { data: items.map(presentLead), total: await countLeads(ctx, wanted) }
    },
  }),
  route({
    method: 'post',
    path: '/leads',
    operationId: 'createLead',
    twin: 'Mutation.createLead',
    access: 'lead.create',
    summary: 'Make a lead',
    description:
      'For a saved property, or together with a new one: both or neither. Its type becomes a tag of the property.',
    body: newLead,
    answer: one(lead),
    status: 201,
    errors: {
      404: 'The property is unknown.',
      409: 'The new property is in the system already.',
      422: 'No type, no property, or no tenant was chosen.',
    },
    async handle(ctx, { body }) {
      const created = await createLead(ctx, {
        propertyId: body.property_id,
        newProperty: body.property && newPropertyOf(body.property),
        tag: body.tag ? tagOf(body.tag) : null,
        priority: body.priority ?? body.template_data?.priority,
        templateData: body.template_data,
      })
      return { data: presentLead(created) }
    },
  }),
  route({
    method: 'get',
    path: '/leads/:id',
    operationId: 'lead',
    twin: 'Query.lead',
    access: 'lead.read',
    summary: 'Read a lead',
    versioned: true,
    params,
    answer: one(lead),
    handle: async (ctx, { params: { id } }) => ({ data: presentLead(await readLead(ctx, id!)) }),
  }),
  route({
    method: 'put',
    path: '/leads/:id',
    operationId: 'updateLead',
    twin: 'Mutation.updateLead',
    access: 'lead.changeStatus',
    summary: 'Change the status or the tag of a lead',
    description: 'Any status may follow any other.',
    versioned: true,
    params,
    body: change,
    answer: one(lead),
    errors: { 422: 'The tag is none of the nine.' },
    async handle(ctx, { params: { id }, body: { status, tag }, request }) {
      const wanted = { status, tag: tag ? tagOf(tag) : null }
      return { data: presentLead(await updateLead(ctx, id!, wanted, asSeen(request, presentLead))) }
    },
  }),
  route({
    method: 'delete',
    path: '/leads/:id',
    operationId: 'deleteLead',
    twin: 'Mutation.deleteLead',
    access: 'lead.delete',
    summary: 'Delete a lead',
    description: 'What was counted for it is taken back in the hours where it was counted.',
    versioned: true,
    params,
    answer: done,
    async handle(ctx, { params: { id }, request }) {
      await deleteLead(ctx, id!, asSeen(request, presentLead))
      return { message: messages.leadDeleted }
    },
  }),
]
