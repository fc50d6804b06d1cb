import { z } from 'zod'
import { parcelImportStatuses } from '../domain/enums.ts'
import { messages } from '../domain/messages.ts'
import { parcelPartBytes } from '../domain/parcelImports/parcelFiles.ts'
import { limitedText } from '../rest/parameters.ts'
import { parseInput } from '../rest/parseInput.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { id, itemResponse, messageResponse, quotaUsedUp, time } from '../rest/shapes.ts'
import { undoableUntil, type ParcelImport } from '../usecases/parcelImports/parcelImportRows.ts'
import {
  addParcelPart,
  checkParcelImport,
  deleteParcelImport,
  listParcelImports,
  publishParcelImport,
  readParcelImportHead,
  startParcelImport,
  undoParcelImport,
} from '../usecases/parcelImports/parcelImports.ts'
import { readParcelsAround } from '../usecases/parcelImports/parcelsAround.ts'
import { importMapping } from './imports.ts'

const parcelImport = z
  .object({
    id,
    name: z.string().describe('Data set that it becomes, such as the county. A later import of this name replaces it.'),
    file_name: z.string(),
    total_bytes: z.int().describe('Size of the file.'),
    received_bytes: z.int().describe('Bytes that were uploaded.'),
    status: z.enum(parcelImportStatuses).describe('What has become of it.'),
    job_id: id.nullable().describe('The job that checks it or has checked it.'),
    parcels: z.int().describe('Number of parcels in the file that can be imported.'),
    skipped: z.int().describe('Number of records without a place, which are left out.'),
    failed: z.int().describe('Number of records that cannot be imported; at most 1 %.'),
    reasons: z.array(z.string()).describe('Why, for the first of them.'),
    error: z.string().nullable().describe('Why the file cannot be imported, in a sentence.'),
    created_at: time,
    published_at: time.nullable().describe('When its parcels were published.'),
    undoable_until: time.nullable().describe('Until when it can be undone; null unless it is live.'),
  })
  .meta({
    id: 'ParcelImport',
    description: "A company's file of parcels, which it alone finds once they are published.",
  })

const present = (stored: ParcelImport) => ({ ...stored, undoableUntil: undoableUntil(stored) })

const newParcelImport = z
  .object({
    name: limitedText('name').describe('Data set that it becomes: letters, digits, dots and dashes.'),
    file_name: limitedText('filename'),
    total_bytes: z.int().describe('Size of the file, at most 2 GB.'),
  })
  .meta({ id: 'NewParcelImport', example: { name: 'sample-county', file_name: 'parcels.geojson', total_bytes: 1200 } })
  .transform(({ name, file_name, total_bytes }) => ({ name, fileName: file_name, totalBytes: total_bytes }))

const around = z
  .object({
    provider: z.string().describe('Provider of parcel lookups: `embedded` for the parcels in the database.'),
    may_import: z.boolean().describe('Whether the caller may import parcels on this server.'),
    address: z.string().nullable().describe('Address of the company; null if nobody has said it.'),
    point: z
      .object({ lat: z.number(), lng: z.number() })
      .nullable()
      .describe('Where that is; null if no parcel has the address.'),
    parcels: z
      .int()
      .nullable()
      .describe('Number of parcels within 5 km of it, at most 100,000; null where a provider is asked.'),
  })
  .meta({ id: 'ParcelsAround', description: "How many parcels lie around the company's address." })

const head = z
  .object({
    columns: z.array(z.string()).describe('Names of the columns, or of the properties of features.'),
    rows: z.array(z.array(z.string())).describe('Up to 20 records, with a text for each column.'),
    has_geometry: z.boolean().describe('Whether each record has a geometry of its own, so that no column needs to.'),
  })
  .meta({ id: 'ParcelImportHead', description: "The beginning of a company's file of parcels." })

const partForm = z.object({
  part: z
    .string('Send the number of the part.')
    .regex(/^\d{1,4}$/, 'Send the number of the part.')
    .transform(Number),
})
const params = { id: 'Id of the import.' }
const access = 'parcel.importOwn'
const notHere = 'On this server only a global admin imports parcels.'
const wrongState = 'The import is not in a state in which this can be done.'

export const parcelImportRoutes = [
  defineRoute('get', '/parcels-around', {
    graphqlOperation: 'Query.parcelsAround',
    access,
    summary: "Count the parcels around the company's address",
    response: itemResponse(around),
    errors: { 422: 'No tenant was chosen.' },
    handle: async (ctx) => ({ data: await readParcelsAround(ctx) }),
  }),
  defineRoute('get', '/parcel-imports', {
    graphqlOperation: 'Query.parcelImports',
    access,
    summary: "List the company's imports of parcels",
    description: 'The newest first, at most 50.',
    response: z.object({ data: z.array(parcelImport) }),
    errors: { 422: 'No tenant was chosen.' },
    handle: async (ctx) => ({ data: (await listParcelImports(ctx)).map(present) }),
  }),
  defineRoute('post', '/parcel-imports', {
    graphqlOperation: 'Mutation.startParcelImport',
    access,
    summary: "Begin an import of a county's parcels",
    description: `For GeoJSON, CSV or a zip file with one shapefile of up to 2 GB, whose parcels the company alone finds. Send it in parts of ${parcelPartBytes} bytes, the last one shorter, to \`POST /api/parcel-imports/{id}/parts\`, in any order and several at a time; a part that was lost is sent again. Then check and publish it.`,
    body: newParcelImport,
    response: itemResponse(parcelImport),
    status: 201,
    errors: {
      403: notHere,
      409: 'Another file of parcels is being imported for the company.',
      422: 'The name or size is invalid, a provider looks parcels up, or no tenant was chosen.',
      429: quotaUsedUp,
    },
    handle: async (ctx, { body }) => ({ data: present(await startParcelImport(ctx, body)) }),
  }),
  defineRoute('post', '/parcel-imports/:id/parts', {
    operationId: 'addParcelPart',
    access,
    summary: 'Upload a part of a file of parcels',
    params,
    form: {
      file: `The bytes of the part: ${parcelPartBytes}, or the rest of the file.`,
      // The parser takes a file of exactly this size for one that is larger.
      maxBytes: parcelPartBytes + 1,
      missingMessage: 'Send the bytes of the part.',
      tooLargeMessage: `A part has at most ${parcelPartBytes} bytes.`,
      fields: { part: { description: 'Number of the part, from 0.', required: true } },
    },
    response: itemResponse(parcelImport),
    errors: {
      403: notHere,
      409: wrongState,
      413: 'The part is too large.',
      415: 'The content type of the body is not multipart/form-data.',
      422: 'The part has another length, or no tenant was chosen.',
    },
    async handle(ctx, { params, upload: { content, fields } }) {
      const { part } = parseInput(partForm, fields)
      return { data: present(await addParcelPart(ctx, params['id']!, part, content)) }
    },
  }),
  defineRoute('get', '/parcel-imports/:id/head', {
    graphqlOperation: 'Query.parcelImportHead',
    access,
    summary: 'Read the beginning of a file of parcels',
    description: 'Of a zip file, all parts must have been uploaded; of any other, the first one.',
    params,
    response: itemResponse(head),
    errors: {
      403: notHere,
      409: 'Parts of it that are needed were not uploaded.',
      422: 'The file cannot be read, or no tenant was chosen.',
    },
    handle: async (ctx, { params }) => ({ data: await readParcelImportHead(ctx, params['id']!) }),
  }),
  defineRoute('post', '/parcel-imports/:id/check', {
    graphqlOperation: 'Mutation.checkParcelImport',
    access,
    summary: 'Check a file of parcels',
    description:
      'Starts the job that reads the file and prepares its parcels, which nobody finds until they are published.',
    params,
    body: z
      .object({ mapping: importMapping.describe('Name of the column for each field; `parcel_id` is required.') })
      .meta({ id: 'ParcelCheckInput', example: { mapping: { parcel_id: 'APN', address: 'SITE_ADDR' } } }),
    response: itemResponse(parcelImport),
    status: 202,
    errors: {
      403: notHere,
      409: 'Parts of the file are missing, or the import is not in a state in which this can be done.',
      422: 'The column of the parcel id is missing, or no tenant was chosen.',
      429: quotaUsedUp,
    },
    handle: async (ctx, { params, body: { mapping } }) => ({
      data: present(await checkParcelImport(ctx, params['id']!, mapping)),
    }),
  }),
  defineRoute('post', '/parcel-imports/:id/publish', {
    graphqlOperation: 'Mutation.publishParcelImport',
    access,
    summary: 'Publish the parcels of a checked file',
    description: 'The company finds them from now on, instead of those of its earlier import with the same name.',
    params,
    response: itemResponse(parcelImport),
    errors: { 403: notHere, 409: wrongState, 422: 'The company has 20 data sets, or no tenant was chosen.' },
    handle: async (ctx, { params }) => ({ data: present(await publishParcelImport(ctx, params['id']!)) }),
  }),
  defineRoute('post', '/parcel-imports/:id/undo', {
    graphqlOperation: 'Mutation.undoParcelImport',
    access,
    summary: 'Undo an import of parcels',
    description: 'Hides its parcels again, within 24 hours, and shows those that it replaced.',
    params,
    response: itemResponse(parcelImport),
    errors: {
      403: notHere,
      409: 'It is not published, or was published more than 24 hours ago.',
      422: 'No tenant was chosen.',
    },
    handle: async (ctx, { params }) => ({ data: present(await undoParcelImport(ctx, params['id']!)) }),
  }),
  defineRoute('delete', '/parcel-imports/:id', {
    graphqlOperation: 'Mutation.deleteParcelImport',
    access,
    summary: 'Remove an import of parcels that is not published',
    description: 'With its file. A check that runs ends.',
    params,
    response: messageResponse,
    errors: { 403: notHere, 409: wrongState, 422: 'No tenant was chosen.' },
    async handle(ctx, { params }) {
      await deleteParcelImport(ctx, params['id']!)
      return { message: messages.parcelImportRemoved }
    },
  }),
]
