import { z } from 'zod'
import { propertyOrderFields, type PropertyType } from '../domain/enums.ts'
import { namesWith } from '../domain/fields.ts'
import { maxLengths, maxLengthMessage } from '../domain/maxLengths.ts'
import { messages } from '../domain/messages.ts'
import { propertyFields } from '../domain/properties/propertyFields.ts'
import { clientId, idInUse, markReplayed } from '../rest/clientIds.ts'
import { ifMatch, ifUnchanged } from '../rest/etags.ts'
import {
  filterParameters,
  listQuery,
  pagedListResponse,
  toFilter,
  toPagedList,
  toPropertyType,
} from '../rest/listQuery.ts'
import {
  anotherVersion,
  idText,
  ifVersion,
  inputShape,
  limitedText,
  toCamelCaseKeys,
  toPageRequest,
} from '../rest/parameters.ts'
import { presentProperty } from '../rest/presenters.ts'
import { listOf } from '../rest/present.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import {
  addressMixUps,
  changedCount,
  messageResponse,
  listResponse,
  itemResponse,
  property,
  replacedOwner,
} from '../rest/shapes.ts'
import { listAddressMixUps } from '../usecases/locating/addressMixUps.ts'
import { correctOwner } from '../usecases/locating/correctOwner.ts'
import { saveNearbyOwner } from '../usecases/locating/saveNearbyOwner.ts'
import { assignProperties } from '../usecases/properties/assignProperties.ts'
import { createProperty } from '../usecases/properties/createProperty.ts'
import { deleteProperty } from '../usecases/properties/deleteProperty.ts'
import { countProperties, listProperties } from '../usecases/properties/propertyList.ts'
import { propertyFilters } from '../usecases/properties/propertyFilters.ts'
import { listPropertyNeighborhoods } from '../usecases/properties/propertyNeighborhoods.ts'
import type { PropertyView } from '../records/propertyRows.ts'
import type { NewProperty } from '../usecases/properties/propertyInput.ts'
import { readProperty } from '../usecases/properties/readProperty.ts'
import { listReplacedOwners, restoreOwner } from '../usecases/properties/replacedOwners.ts'
import { updateProperty } from '../usecases/properties/updateProperty.ts'

/** A property is saved whatever value is sent: a value that is not a string counts as missing (spec §3). */
const streetNumber = {
  street_number: z
    .unknown()
    .refine(
      (value) => typeof value !== 'string' || value.length <= maxLengths.street_number,
      maxLengthMessage(maxLengths.street_number),
    )
    .optional()
    .meta({
      description: 'House number. Parsed from the address if it is missing or not a string.',
      type: ['string', 'null'],
      maxLength: maxLengths.street_number,
    }),
}

export const newProperty = z
  .object({ id: clientId, ...inputShape(propertyFields, namesWith(propertyFields, 'given'), 'new'), ...streetNumber })
  .meta({
    id: 'NewProperty',
    example: { address: '1018 W 12th Demo St', lat: 39.7811, lng: -86.1735, tags: ['storm'] },
  })

/** Converts a request body to the input of the use case. A repeated request is known by all of it. */
export function toNewProperty(body: z.infer<typeof newProperty>): NewProperty {
  return { ...(body as object), ...(toPropertyValues(body) as NewProperty) }
}

function toPropertyValues(body: { street_number?: unknown; tags?: string[] | null | undefined }): object {
  return {
    ...toCamelCaseKeys(body),
    streetNumber: textOrNull(body.street_number),
    tags: toPropertyTypes(body.tags),
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** Throws `Refused` with the tag's name for a tag that is not a property type (design §6). */
export function toPropertyTypes(tags: string[] | null | undefined): PropertyType[] | undefined {
  return tags?.map(toPropertyType)
}

const propertyChange = z
  .object({
    ...inputShape(propertyFields, namesWith(propertyFields, 'editable'), 'change'),
    ...streetNumber,
    if_version: ifVersion,
  })
  .meta({ id: 'PropertyChange', description: 'Omitted fields are unchanged.', example: { notes: 'Ring twice.' } })

export const propertyQuery = listQuery(propertyFilters, propertyOrderFields)

const assignment = z
  .object({
    property_ids: z.array(idText).nullish().describe('At most 1,000 properties of one tenant.'),
    filter: z
      .object(filterParameters(propertyFilters))
      .nullish()
      .describe('Assigns all properties that match, instead of `property_ids`.'),
    assigned_to: z.uuid().nullable().describe('Id of an active member of the tenant; null to unassign the properties.'),
  })
  .meta({
    id: 'AssignmentOfProperties',
    example: { property_ids: ['0198c7a0-0000-7000-8000-000000000001'], assigned_to: null },
  })

const params = { id: 'Id of the property.' }

export const propertyRoutes = [
  defineRoute('get', '/properties', {
    graphqlOperation: 'Query.properties',
    access: 'property.read',
    summary: 'List properties',
    description: 'By default newest first. A rep sees only assigned properties.',
    query: propertyQuery.parameters,
    response: pagedListResponse(property),
    errors: { 422: 'The tag is not a property type.' },
    async handle(ctx, { query }) {
      const { filter, order } = propertyQuery.select(query)
      const page = await listProperties(ctx, filter, toPageRequest(query), order)
      return toPagedList(page, presentProperty, await countProperties(ctx, filter))
    },
  }),
  defineRoute('post', '/properties', {
    graphqlOperation: 'Mutation.createProperty',
    access: 'property.create',
    summary: 'Save a property',
    description: 'The property is assigned to the caller if the caller is a rep.',
    body: newProperty,
    response: itemResponse(property),
    status: 201,
    errors: {
      409: `The property is already saved. ${idInUse}`,
      422: 'The address is missing, the coordinates are invalid, a tag is not a property type, or no tenant was chosen.',
    },
    handle: async (ctx, { body, response }) => ({
      data: presentProperty(markReplayed(response, await createProperty(ctx, toNewProperty(body)))),
    }),
  }),
  defineRoute('get', '/properties/neighborhoods', {
    graphqlOperation: 'Query.propertyNeighborhoods',
    access: 'property.read',
    summary: 'List the neighborhoods of properties',
    description: 'At most 1,000 names, in alphabetical order. A rep gets those of assigned properties.',
    response: listResponse(z.string()),
    handle: async (ctx) => listOf(await listPropertyNeighborhoods(ctx)),
  }),
  defineRoute('post', '/properties/assign', {
    graphqlOperation: 'Mutation.assignProperties',
    access: 'property.assign',
    summary: 'Assign several properties',
    description:
      'Properties with `property_ids` are changed all or none; those of a `filter`, at most 10,000, in batches of 1,000.',
    body: assignment,
    response: itemResponse(changedCount),
    errors: {
      404: 'A property does not exist.',
      422: 'No properties or too many are given, or properties of several tenants, or the user is not an active member of the tenant.',
    },
    async handle(ctx, { body: { property_ids: ids, filter, assigned_to: assignedTo } }) {
      const selection = { ids, filter: filter && toFilter(propertyFilters, filter) }
      return { data: { changed: await assignProperties(ctx, selection, assignedTo) } }
    },
  }),
  defineRoute('get', '/properties/:id', {
    graphqlOperation: 'Query.property',
    access: 'property.read',
    summary: 'Read a property',
    versioned: true,
    params,
    response: itemResponse(property),
    handle: async (ctx, { params: { id } }) => ({ data: presentProperty(await readProperty(ctx, id!)) }),
  }),
  defineRoute('put', '/properties/:id', {
    graphqlOperation: 'Mutation.updateProperty',
    access: 'property.edit',
    summary: 'Change a property',
    description:
      'Changing the owner sets its source to `entered` and clears the owner address. Only admins and owners may assign a property.',
    versioned: true,
    params,
    body: propertyChange,
    response: itemResponse(property),
    errors: {
      409: anotherVersion,
      422: 'A tag is not a property type, or the assigned user is not a member of the team.',
    },
    async handle(ctx, { params: { id }, body: { if_version: version, ...body }, request }) {
      const changes = toPropertyValues(body)
      const check = ifUnchanged(request, version, property, presentProperty<PropertyView>)
      return { data: presentProperty(await updateProperty(ctx, id!, changes, check)) }
    },
  }),
  defineRoute('get', '/properties/:id/replaced-owners', {
    operationId: 'listReplacedOwners',
    access: 'property.read',
    summary: 'List the replaced owners of a property',
    description: 'Owners that were replaced and can be restored, newest first, at most ten.',
    params,
    response: listResponse(replacedOwner),
    handle: async (ctx, { params: { id } }) => listOf(await listReplacedOwners(ctx, id!)),
  }),
  defineRoute('post', '/properties/:id/restore-owner', {
    graphqlOperation: 'Mutation.restoreOwner',
    access: 'owner.refresh',
    summary: 'Restore a replaced owner',
    description: 'Puts back the owner and the parcel id. Those that they replace can be restored, too.',
    params,
    body: z
      .object({ replaced_id: idText.describe('Id of one of the replaced owners of the property.') })
      .meta({ id: 'OwnerToRestore', example: { replaced_id: '0198c7a0-0000-7000-8000-000000000001' } }),
    response: itemResponse(property),
    errors: {
      404: 'The property or the replaced owner does not exist.',
      409: 'The owner was changed in another way since.',
    },
    handle: async (ctx, { params: { id }, body: { replaced_id: replacedId } }) => ({
      data: presentProperty(await restoreOwner(ctx, id!, replacedId)),
    }),
  }),
  defineRoute('post', '/properties/:id/save-nearby-owner', {
    graphqlOperation: 'Mutation.saveNearbyOwner',
    access: 'owner.refresh',
    summary: 'Use the owner of another record nearby',
    description:
      'Where no parcel is surely that of the property, gives it the owner and parcel id of one that may be, looked up again, and marks it as unconfirmed. What is replaced can be restored.',
    params,
    body: z
      .object({ parcel_id: limitedText('parcel_id').describe('The parcel id of that record.') })
      .meta({ id: 'NearbyOwnerToSave', example: { parcel_id: '14-05' } }),
    response: itemResponse(property),
    errors: {
      409: 'The property was changed during the look-up.',
      422: 'The look-up does not find this record, or it finds one that is surely that of the property.',
      429: 'Too many lookups in a short time.',
      503: 'The parcel service is unavailable.',
    },
    handle: async (ctx, { params: { id }, body: { parcel_id: parcelId } }) => ({
      data: presentProperty(await saveNearbyOwner(ctx, id!, parcelId)),
    }),
  }),
  defineRoute('get', '/address-mix-ups', {
    graphqlOperation: 'Query.addressMixUps',
    access: 'owner.correct',
    summary: 'List properties with the owner or parcel of another house',
    description:
      'Compares saved properties with the parcel records and with other properties that have the same parcel id. Each call checks a part of the properties and changes nothing.',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).optional().describe('Maximum number. Defaults to 20.'),
      after: limitedText('after').optional().describe('`next` of the previous call.'),
    }),
    response: itemResponse(addressMixUps),
    errors: { 400: 'The cursor is not valid.', 422: 'No tenant was chosen.' },
    handle: async (ctx, { query: { limit, after } }) => ({
      data: await listAddressMixUps(ctx, limit ?? 20, after ?? null),
    }),
  }),
  defineRoute('post', '/properties/:id/correct-owner', {
    graphqlOperation: 'Mutation.correctOwner',
    access: 'owner.correct',
    summary: 'Correct the owner of a property',
    description:
      'Gives a property whose parcel is that of another house the parcel and owner of its own address, or none if no record has it. What is replaced can be restored.',
    params,
    response: itemResponse(property),
    errors: {
      409: 'The parcel of the property is not that of another house, or the property was changed meanwhile.',
      503: 'The parcel service is unavailable.',
    },
    handle: async (ctx, { params: { id } }) => ({ data: presentProperty(await correctOwner(ctx, id!)) }),
  }),
  defineRoute('delete', '/properties/:id', {
    graphqlOperation: 'Mutation.deleteProperty',
    access: 'property.delete',
    summary: 'Delete a property and its leads',
    description: 'The leads are removed from the metrics of the periods in which they were counted.',
    versioned: true,
    params,
    response: messageResponse,
    async handle(ctx, { params: { id }, request }) {
      await deleteProperty(ctx, id!, ifMatch(request, property, presentProperty))
      return { message: messages.propertyDeleted }
    },
  }),
]
