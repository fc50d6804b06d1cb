import { z } from 'zod'
import { stageColors } from '../domain/enums.ts'
import { areaTypes } from '../domain/territories/area.ts'
import { messages } from '../domain/messages.ts'
import { clientId, idInUse, markReplayed } from '../rest/clientIds.ts'
import { ifUnchanged } from '../rest/etags.ts'
import { filterParameters, toFilter } from '../rest/listQuery.ts'
import {
  anotherVersion,
  idText,
  ifVersion,
  limitedText,
  optionalText,
  pagingParameters,
  toPageRequest,
} from '../rest/parameters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { id, itemResponse, listResponse, messageAndItemResponse, time } from '../rest/shapes.ts'
import { propertyFilters } from '../usecases/properties/propertyFilters.ts'
import { areaAroundDoors } from '../usecases/territories/areaAroundDoors.ts'
import {
  archiveTerritory,
  assignTerritory,
  createTerritories,
  updateTerritory,
} from '../usecases/territories/changeTerritories.ts'
import { previewTerritory } from '../usecases/territories/previewTerritory.ts'
import { maxMoves, splitTerritory } from '../usecases/territories/splitTerritory.ts'
import {
  countTerritories,
  listTerritories,
  readTerritory,
  territoryFilters,
} from '../usecases/territories/territories.ts'
import { territoryPass } from './territoriesPasses.ts'
import {
  exportTerritories,
  exportTerritoriesAsKml,
  importTerritories,
  maxTerritoryFileBytes,
} from '../usecases/territories/territoryFiles.ts'

const sampleArea = {
  type: 'Polygon',
  coordinates: [
    [
      [-86.162, 39.769],
      [-86.158, 39.769],
      [-86.158, 39.772],
      [-86.162, 39.769],
    ],
  ],
}

const day = z.string().meta({ format: 'date', example: '2026-12-01' })
const dayText = optionalText('from').meta({ format: 'date' })
/** The use case refuses another value with its place. */
const areaInput = z
  .unknown()
  .describe('GeoJSON Polygon or MultiPolygon in WGS 84 with at most 5,000 points. Rings may run either way.')
  .meta({ type: 'object', example: sampleArea })
const color = z.enum(stageColors).describe('Color on the map.')
const area = z.object({ type: z.enum(areaTypes), coordinates: z.array(z.unknown()) })
const doors = z
  .int()
  .describe('Houses in the records of the county, at least `saved`; without such records, saved properties.')

const territory = z
  .object({
    id,
    name: z.string(),
    color,
    area,
    note: z.string().nullable().describe('What reps should know.'),
    version: z.int().describe('1, and one more with each change. Sent as `if_version`.'),
    doors,
    saved: z.int().describe('Saved properties.'),
    worked: z.int().describe('Saved properties with a knock.'),
    left: z.int().describe('Doors without a knock, except those where nobody may knock.'),
    talks: z.int().describe('Knocks that were talks.'),
    leads: z.int().describe('Leads at its properties.'),
    last_worked_at: time.nullable().describe('Time of the last knock.'),
    assignments: z
      .array(
        z.object({
          user: z.object({ id, full_name: z.string(), email: z.string() }),
          from: day,
          to: day.nullable().describe('Null until others hold it.'),
        }),
      )
      .describe('Who holds it and held it, the latest first; for a rep, today.'),
    pass: territoryPass,
    created_at: time,
    updated_at: time,
    archived_at: time.nullable().describe('When it was archived; null while it is in use.'),
  })
  .meta({ id: 'Territory', description: 'An area that reps hold, with its figures.' })

const collection = z
  .object({
    type: z.literal('FeatureCollection'),
    features: z.array(
      z.object({
        type: z.literal('Feature'),
        id,
        geometry: area,
        properties: z.object({ name: z.string(), color, note: z.string().nullable() }),
      }),
    ),
  })
  .meta({ id: 'TerritoryCollection', description: 'Territories as GeoJSON.' })

const newTerritory = z
  .object({
    id: clientId,
    name: limitedText('name').describe('At most 200 characters.'),
    color: color.nullish(),
    area: areaInput,
    note: optionalText('note'),
  })
  .meta({ id: 'NewTerritory', example: { name: 'Elm Park', color: 'teal', area: sampleArea } })

const territoryChange = z
  .object({
    name: optionalText('name'),
    color: color.nullish(),
    area: areaInput.nullish(),
    note: optionalText('note').describe('Null or an empty text removes it.'),
    if_version: ifVersion,
  })
  .meta({
    id: 'TerritoryChange',
    description: 'Omitted fields are unchanged. Null clears the note and leaves the others unchanged.',
    example: { name: 'Elm Park North' },
  })

const holders = z
  .object({
    user_ids: z.array(idText).max(100).describe('Active users of the company, at most 20; none takes it from all.'),
    from: dayText.describe('First day as YYYY-MM-DD in the time zone of the company. Defaults to today.'),
    to: dayText.describe('Last day as YYYY-MM-DD. Without it, until others hold the territory.'),
  })
  .meta({ id: 'TerritoryHolders', example: { user_ids: ['019c6a70-0000-7000-8000-000000000001'], from: '2026-12-01' } })

const preview = z
  .object({
    doors,
    saved: z.int().describe('Saved properties.'),
    knocked: z.int().describe('Saved properties with a knock.'),
    do_not_knock: z.int().describe('Doors at which nobody may knock.'),
    overlaps: z
      .array(z.object({ territory_id: id, doors: z.int() }))
      .describe('Territories in use that have doors of the area, without the one that is changed.'),
    changes: z
      .array(
        z.object({
          user: z.object({ id, full_name: z.string(), email: z.string() }),
          gained: z.int().describe('Doors that the user does not have now.'),
          gained_open: z.int().describe('Those of them without a knock, where somebody may knock.'),
          lost: z.int().describe('Doors that the user will not have anymore.'),
          lost_open: z.int().describe('Those of them without a knock, where somebody may knock.'),
        }),
      )
      .describe('Who gains or loses doors; empty without `territory_id`, because nobody holds a new area.'),
  })
  .meta({ id: 'TerritoryPreview', description: 'What an area contains, before it is saved.' })

const splitInput = z
  .object({
    area: areaInput,
    parts: z.int().nullish().describe('Number of parts, from 2 to 100. Give this or `doors_per_part`.'),
    doors_per_part: z.int().nullish().describe('Doors that each part should have, for at most 100 parts.'),
    moves: z
      .array(
        z.object({
          point: z
            .object({ lat: z.number(), lng: z.number() })
            .describe('In the area. The side of the street with the nearest door is moved, with all of its doors.'),
          part: z.int().describe('Number of the part that gets the doors, from 1 in the order of the parts.'),
        }),
      )
      .max(maxMoves)
      .nullish()
      .describe('Changes to the division, made one after the other. One that would tear a part is refused.'),
  })
  .meta({ id: 'TerritorySplit', example: { area: sampleArea, parts: 4 } })

const aroundInput = z
  .object({
    zip_code: optionalText('zip_code').describe(
      'Five digits: around the doors with this ZIP code. Give this, `filter` or `at`.',
    ),
    filter: z.object(filterParameters(propertyFilters)).nullish().describe('Around the saved properties that match.'),
    at: z
      .object({ lat: z.number(), lng: z.number() })
      .nullish()
      .describe('Around the block at this place, which the streets around it enclose.'),
  })
  .meta({ id: 'TerritoryAround', example: { zip_code: '46202' } })

const doorArea = z
  .object({ area, doors: z.int().describe('Places of the doors that it was drawn around.') })
  .meta({ id: 'DoorArea', description: 'An area that was drawn around doors.' })

const part = z
  .object({ area, doors: z.int().describe('Doors of this part.') })
  .meta({ id: 'TerritoryPart', description: 'A part of an area that was divided.' })

const params = { id: 'Id of the territory.' }
const archived = 'The territory is archived.'
const tooLarge = 'The file is larger than 5 MB.'

export const territoryRoutes = [
  defineRoute('get', '/territories', {
    graphqlOperation: 'Query.territories',
    access: 'territory.read',
    summary: 'List territories',
    description: 'Those in use, or the archived ones, by name; for a rep those that they hold today.',
    query: z.object({ ...pagingParameters, ...filterParameters(territoryFilters) }),
    response: listResponse(territory),
    errors: { 422: 'No tenant was chosen.' },
    async handle(ctx, { query }) {
      const filter = toFilter(territoryFilters, query)
      const { items } = await listTerritories(ctx, filter, toPageRequest(query))
      return { data: items, total: await countTerritories(ctx, filter) }
    },
  }),
  defineRoute('get', '/territories.geojson', {
    operationId: 'exportTerritories',
    access: 'territory.read',
    summary: 'Export territories',
    description: 'Those in use as a GeoJSON FeatureCollection, which `POST /territories/import` reads.',
    response: collection,
    errors: { 422: 'No tenant was chosen.' },
    async handle(ctx, { response }) {
      response.setHeader('Content-Disposition', 'attachment; filename="territories.geojson"')
      return exportTerritories(ctx)
    },
  }),
  defineRoute('get', '/territories.kml', {
    operationId: 'exportTerritoriesAsKml',
    access: 'territory.read',
    summary: 'Export territories as KML',
    description: 'Those in use as KML 2.3, which `POST /territories/import` reads.',
    response: { files: { 'application/vnd.google-earth.kml+xml': 'The territories, each a Placemark.' } },
    errors: { 422: 'No tenant was chosen.' },
    async handle(ctx, { response }) {
      const content = await exportTerritoriesAsKml(ctx)
      response.attachment('territories.kml')
      response.setHeader('Content-Type', 'application/vnd.google-earth.kml+xml; charset=utf-8')
      response.send(content)
    },
  }),
  defineRoute('post', '/territories', {
    operationId: 'createTerritory',
    access: 'territory.manage',
    summary: 'Create a territory',
    description: 'At most 500 of a company are in use.',
    body: newTerritory,
    response: itemResponse(territory),
    status: 201,
    errors: {
      409: `${idInUse} Or 500 territories are in use.`,
      422: 'The name is blank, the area is invalid (the message has the place), or no tenant was chosen.',
    },
    async handle(ctx, { body, response }) {
      const { territories } = markReplayed(response, await createTerritories(ctx, [body]))
      return { data: territories[0]! }
    },
  }),
  defineRoute('post', '/territories/preview', {
    graphqlOperation: 'Query.territoryPreview',
    access: 'territory.manage',
    summary: 'Count the doors of an area',
    description: 'Nothing is saved. With the territory whose area it is to replace, it says who gains and loses doors.',
    body: z
      .object({
        area: areaInput,
        territory_id: idText.nullish().describe('The territory whose area it is to replace.'),
      })
      .meta({ id: 'TerritoryArea', example: { area: sampleArea } }),
    response: itemResponse(preview),
    readOnly: true,
    errors: {
      404: 'There is no such territory.',
      409: archived,
      422: 'The area is invalid (the message has the place), or no tenant was chosen.',
    },
    handle: async (ctx, { body }) => ({ data: await previewTerritory(ctx, body.area, body.territory_id) }),
  }),
  defineRoute('post', '/territories/split', {
    graphqlOperation: 'Query.territorySplit',
    access: 'territory.manage',
    summary: 'Divide an area evenly',
    description:
      'Into parts that together are the area, with about the same number of doors each: at most 10 % more or fewer than an equal share, unless a side of a street has too many for that, because each is whole. Nothing is saved; the same area is always divided in the same way, into parts from north to south. `moves` change the division afterwards.',
    body: splitInput,
    response: itemResponse(z.array(part)),
    readOnly: true,
    errors: {
      422: 'The area is invalid (the message has the place), has more than 20,000 doors or fewer sides of streets than parts, the number of parts is not from 2 to 100, a move is outside the area or would tear a part, or no tenant was chosen.',
    },
    handle: async (ctx, { body: { area: given, parts, doors_per_part: doorsPerPart, moves } }) => ({
      data: await splitTerritory(ctx, { area: given, parts, doorsPerPart, moves }),
    }),
  }),
  defineRoute('post', '/territories/around', {
    graphqlOperation: 'Query.territoryAround',
    access: 'territory.manage',
    summary: 'Draw an area around doors',
    description:
      'Around those with a ZIP code, around the saved properties that match a filter, or around those of the block at a place, with a small margin. Around a ZIP code or a block, it has no other doors unless they are mixed. Nothing is saved.',
    body: aroundInput,
    response: itemResponse(doorArea),
    readOnly: true,
    errors: {
      422: 'None or several are given, no door or more than 40,000 doors match, they are too far apart, or no tenant was chosen.',
    },
    handle: async (ctx, { body: { zip_code: zipCode, filter, at } }) => ({
      data: await areaAroundDoors(ctx, { zipCode, at, filter: filter && toFilter(propertyFilters, filter) }),
    }),
  }),
  defineRoute('post', '/territories/import', {
    operationId: 'importTerritories',
    access: 'territory.manage',
    summary: 'Import territories',
    description:
      'Saves a territory for each feature of a GeoJSON FeatureCollection, with the properties `name`, `color` and `note`, or for each Placemark of a KML file, or none at all, at most 25,000 points together. One whose id is that of a territory in use changes it; a note that it lacks stays. In KML, the note is the description, and `id` and `color` are Data.',
    form: {
      file: 'A GeoJSON FeatureCollection or KML in UTF-8.',
      maxBytes: maxTerritoryFileBytes,
      tooLargeMessage: tooLarge,
      missingMessage: 'Please select a file to import',
      fields: {},
    },
    response: messageAndItemResponse(z.array(territory)),
    status: 201,
    errors: {
      409: 'A territory of the file is archived, or 500 are in use.',
      413: tooLarge,
      415: 'The content type of the body is not multipart/form-data.',
      422: 'The file is neither, an area is invalid (the message has the place), or no tenant was chosen.',
    },
    async handle(ctx, { upload }) {
      return { message: messages.territoriesImported, data: await importTerritories(ctx, upload.content) }
    },
  }),
  defineRoute('get', '/territories/:id', {
    graphqlOperation: 'Query.territory',
    access: 'territory.read',
    summary: 'Read a territory',
    versioned: true,
    params,
    response: itemResponse(territory),
    errors: { 404: 'The territory does not exist, or the rep does not hold it today.' },
    handle: async (ctx, { params: { id: territoryId } }) => ({ data: await readTerritory(ctx, territoryId!) }),
  }),
  defineRoute('put', '/territories/:id', {
    graphqlOperation: 'Mutation.updateTerritory',
    access: 'territory.manage',
    summary: 'Change a territory',
    versioned: true,
    params,
    body: territoryChange,
    response: itemResponse(territory),
    errors: {
      409: `${anotherVersion} Or it is archived.`,
      422: 'The name is blank, or the area is invalid (the message has the place).',
    },
    async handle(ctx, { params: { id: territoryId }, body: { if_version: version, ...change }, request }) {
      return { data: await updateTerritory(ctx, territoryId!, change, ifUnchanged(request, version, territory)) }
    },
  }),
  defineRoute('delete', '/territories/:id', {
    graphqlOperation: 'Mutation.archiveTerritory',
    access: 'territory.manage',
    summary: 'Archive a territory',
    description: 'Its history is kept, and nobody holds it after today.',
    params,
    response: messageAndItemResponse(territory),
    handle: async (ctx, { params: { id: territoryId } }) => ({
      message: messages.territoryArchived,
      data: await archiveTerritory(ctx, territoryId!),
    }),
  }),
  defineRoute('post', '/territories/:id/assignments', {
    graphqlOperation: 'Mutation.assignTerritory',
    access: 'territory.manage',
    summary: 'Assign a territory',
    description: 'From a day on, in place of everybody else. Days before are kept.',
    params,
    body: holders,
    response: itemResponse(territory),
    errors: { 409: archived, 422: 'A day is invalid, or a user is no active member of the company.' },
    async handle(ctx, { params: { id: territoryId }, body: { user_ids: userIds, ...days } }) {
      return { data: await assignTerritory(ctx, territoryId!, { userIds, ...days }) }
    },
  }),
]
