import { defineEntity, type InferEntity } from '@mikro-orm/core'
import type { Priority, PropertyStatus } from '../domain/enums.ts'

/** A house a tenant saved. Its tags are rows of their own (`property_tags`), so that they can be searched. */
export const Property = defineEntity({
  name: 'Property',
  tableName: 'properties',
  properties: (p) => ({
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    address: p.string(),
    streetNumber: p.string().default(''),
    streetName: p.string().nullable(),
    city: p.string().nullable(),
    state: p.string().nullable(),
    zipCode: p.string().nullable(),
    lat: p.double(),
    lng: p.double(),
    /** x and y at zoom 22, interleaved: what is in view is a handful of ranges of it. */
    cell: p.bigint('bigint'),
    /** The point rounded to 5 and to 6 decimals: how an existing property is recognised (spec §5). */
    point5: p.string(),
    point6: p.string(),
    ownerName: p.string().nullable(),
    ownerAddress: p.string().nullable(),
    /** Which provider said who owns it. */
    ownerSource: p.string().nullable(),
    parcelId: p.string().nullable(),
    /** The parcel was picked by the nearest house number, not the exact one. */
    unconfirmed: p.boolean().default(false),
    neighborhood: p.string().nullable(),
    notes: p.text().nullable(),
    priority: p.string().$type<Priority>().default('normal'),
    status: p.string().$type<PropertyStatus>().default('new'),
    assignedTo: p.uuid().nullable(),
    createdBy: p.uuid(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  }),
})
export type Property = InferEntity<typeof Property>
