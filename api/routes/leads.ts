import type { Router } from 'express'
import { z } from 'zod'
import { messages } from '../domain/messages.ts'
import { leadStatuses, priorities } from '../domain/words.ts'
import { deleteLead, updateLead } from '../usecases/leadChanges.ts'
import { countLeads, createLead, listLeads, readLead } from '../usecases/leads.ts'
import { bodyOf, pageRequest, paging, pathPart, queryOf } from './body.ts'
import type { Serve } from './handler.ts'
import { presentLead } from './presenters.ts'
import { newProperty, newPropertyOf, tagOf } from './properties.ts'

const newLead = z.object({
  property_id: z.string().nullish(),
  property: newProperty.nullish(),
  tag: z.string().nullish(),
  priority: z.enum(priorities).nullish(),
  template_data: z.looseObject({ priority: z.enum(priorities).nullish() }).nullish(),
})

const change = z.object({ status: z.enum(leadStatuses).nullish(), tag: z.string().nullish() })

const filter = z.object({
  ...paging,
  tag: z.string().optional(),
  status: z.enum(leadStatuses).optional(),
  priority: z.enum(priorities).optional(),
  search: z.string().max(200).optional(),
})

export function leadRoutes(router: Router, serve: Serve): void {
  router.get(
    '/leads',
    serve(async (ctx, request) => {
      const { tag, status, priority, search, ...page } = queryOf(request, filter)
      const wanted = { tag: tag ? tagOf(tag) : null, status, priority, search }
      const { items } = await listLeads(ctx, wanted, pageRequest(page))
      return { data: items.map(presentLead), total: await countLeads(ctx, wanted) }
    }),
  )
  router.post(
    '/leads',
    serve(async (ctx, request) => {
      const body = bodyOf(request, newLead)
      const lead = await createLead(ctx, {
        propertyId: body.property_id,
        newProperty: body.property && newPropertyOf(body.property),
        tag: body.tag ? tagOf(body.tag) : null,
        priority: body.priority ?? body.template_data?.priority,
        templateData: body.template_data,
      })
      return { data: presentLead(lead) }
    }, 201),
  )
  router.get(
    '/leads/:id',
    serve(async (ctx, request) => ({ data: presentLead(await readLead(ctx, pathPart(request, 'id'))) })),
  )
  router.put(
    '/leads/:id',
    serve(async (ctx, request) => {
      const { status, tag } = bodyOf(request, change)
      const changed = await updateLead(ctx, pathPart(request, 'id'), { status, tag: tag ? tagOf(tag) : null })
      return { data: presentLead(changed) }
    }),
  )
  router.delete(
    '/leads/:id',
    serve(async (ctx, request) => {
      await deleteLead(ctx, pathPart(request, 'id'))
      return { message: messages.leadDeleted }
    }),
  )
}
