import { defineEntity, type InferEntity } from '@mikro-orm/core'
import type { Priority, PropertyStatus } from '../domain/enums.ts'

/** A property that a tenant saved. Its tags are in the table `property_tags`, so that an index can find them. */
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
    /** The cell that contains the point (domain/cells.ts): a viewport is a few ranges of cells. */
    cell: p.bigint('bigint'),
    /** The point rounded to 5 and to 6 decimals, to find an existing property at the same place (spec §5). */
    point5: p.string(),
    point6: p.string(),
    ownerName: p.string().nullable(),
    ownerAddress: p.string().nullable(),
    /** The provider that `ownerName` comes from. */
    ownerSource: p.string().nullable(),
    /** As the owner gave them to a rep. */
    ownerPhone: p.string().nullable(),
    ownerEmail: p.string().nullable(),
    parcelId: p.string().nullable(),
    /** The parcel was matched by the nearest street number, not the exact one. */
    unconfirmed: p.boolean().default(false),
    neighborhood: p.string().nullable(),
    notes: p.text().nullable(),
    priority: p.string().$type<Priority>().default('normal'),
    status: p.string().$type<PropertyStatus>().default('new'),
    assignedTo: p.uuid().nullable(),
    createdBy: p.uuid(),
    /** 1, and one more with each change, tags included (rowVersions.sql.ts). */
    version: p.integer().default(1),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  }),
})
export type Property = InferEntity<typeof Property>
