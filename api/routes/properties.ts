import type { Router } from 'express'
import { z } from 'zod'
import { Refused } from '../domain/errors.ts'
import { messages } from '../domain/messages.ts'
import { priorities, propertyTypes, type PropertyType } from '../domain/words.ts'
import { createProperty, deleteProperty, readProperty, updateProperty } from '../usecases/properties.ts'
import { countProperties, listProperties } from '../usecases/propertyList.ts'
import { bodyOf, pageRequest, paging, pathPart, queryOf, text } from './body.ts'
import type { Serve } from './handler.ts'
import { presentProperty } from './presenters.ts'

export const newProperty = z.object({
  address: z.string().max(500),
  street_number: text(50),
  street_name: text(200),
  city: text(200),
  state: text(50),
  zip_code: text(20),
  lat: z.number(),
  lng: z.number(),
  owner_name: text(300),
  owner_address: text(500),
  owner_source: text(100),
  parcel_id: text(100),
  unconfirmed: z.boolean().nullish(),
  neighborhood: text(200),
  notes: text(10_000),
  tags: z.array(z.string()).max(20).nullish(),
  priority: z.enum(priorities).nullish(),
})

/** The use case's input out of the body's snake_case. */
export function newPropertyOf(body: z.infer<typeof newProperty>) {
  return {
    ...body,
    streetNumber: body.street_number,
    streetName: body.street_name,
    zipCode: body.zip_code,
    ownerName: body.owner_name,
    ownerAddress: body.owner_address,
    ownerSource: body.owner_source,
    parcelId: body.parcel_id,
    tags: tagsOf(body.tags),
  }
}

/** Tags are the nine types; another is refused by its name (design §6). */
export function tagsOf(tags: string[] | null | undefined): PropertyType[] | undefined {
  return tags?.map(tagOf)
}

export function tagOf(tag: string): PropertyType {
  const found = propertyTypes.find((one) => one === tag)
  if (!found) throw new Refused(`'${tag}' is not a property type.`, { tag: `One of ${propertyTypes.join(', ')}` })
  return found
}

const change = newProperty
  .pick({ owner_name: true, notes: true, tags: true, priority: true, parcel_id: true, street_number: true })
  .extend({ assigned_to: z.uuid().nullish(), unconfirmed: z.boolean().nullish() })

const filter = z.object({
  ...paging,
  tag: z.string().optional(),
  search: z.string().max(500).optional(),
  assigned_to: z.uuid().optional(),
  lat: z.coerce.number().optional(),
  lng: z.coerce.number().optional(),
})

export function propertyRoutes(router: Router, serve: Serve): void {
  router.get(
    '/properties',
    serve(async (ctx, request) => {
      const { tag, search, assigned_to: assignedTo, lat, lng, ...page } = queryOf(request, filter)
      const wanted = {
        tag: tag ? tagOf(tag) : null,
        search,
        assignedTo,
        point: lat !== undefined && lng !== undefined ? { lat, lng } : null,
      }
      const { items } = await listProperties(ctx, wanted, pageRequest(page))
      return { data: items.map(presentProperty), total: await countProperties(ctx, wanted) }
    }),
  )
  router.post(
    '/properties',
    serve(async (ctx, request) => {
      return { data: presentProperty(await createProperty(ctx, newPropertyOf(bodyOf(request, newProperty)))) }
    }, 201),
  )
  router.get(
    '/properties/:id',
    serve(async (ctx, request) => ({ data: presentProperty(await readProperty(ctx, pathPart(request, 'id'))) })),
  )
  router.put(
    '/properties/:id',
    serve(async (ctx, request) => {
      const body = bodyOf(request, change)
      const changed = await updateProperty(ctx, pathPart(request, 'id'), {
        ownerName: body.owner_name,
        notes: body.notes,
        tags: tagsOf(body.tags),
        priority: body.priority,
        parcelId: body.parcel_id,
        streetNumber: body.street_number,
        assignedTo: body.assigned_to,
        unconfirmed: body.unconfirmed,
      })
      return { data: presentProperty(changed) }
    }),
  )
  router.delete(
    '/properties/:id',
    serve(async (ctx, request) => {
      await deleteProperty(ctx, pathPart(request, 'id'))
      return { message: messages.propertyDeleted }
    }),
  )
}
