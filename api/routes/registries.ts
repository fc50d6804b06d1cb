import { z } from 'zod'
import { maxDecisions, rowDecisions } from '../domain/imports/importFields.ts'
import { registryMatches } from '../domain/registries/registryMatches.ts'
import { parseInput } from '../rest/parseInput.ts'
import { booleanText, idText, limitedText, pagingParameters, toPageRequest } from '../rest/parameters.ts'
import { listOf } from '../rest/present.ts'
import { presentJob } from '../rest/presenters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { sendStream } from '../rest/sendStream.ts'
import { id, itemResponse, listResponse, quotaUsedUp, time } from '../rest/shapes.ts'
import { toCsv } from '../usecases/exports/csv.ts'
import { maxImportBytes } from '../usecases/imports/startImport.ts'
import { startRegistryImport } from '../usecases/registries/importRegistry.ts'
import {
  countRegistryEntries,
  decideRegistryEntries,
  listRegistries,
  listRegistryEntries,
} from '../usecases/registries/registries.ts'
import {
  evidenceHeadings,
  exportRegistryEvidence,
  maxPrintedKnocks,
  printRegistryEvidence,
} from '../usecases/registries/registryEvidence.ts'
import { job } from './jobs.ts'

const tooLarge = 'The file is too large. The maximum size is 20 MB: split it.'

const registryForm = z.object({
  city: limitedText('city'),
  state: limitedText('state').optional(),
  effective_from: limitedText('effective_from').optional(),
  expires_at: limitedText('expires_at').optional(),
  dry_run: z
    .enum(['true', 'false', '1', '0'])
    .transform((text) => text === 'true' || text === '1')
    .optional(),
})

const registry = z
  .object({
    id: id.describe('Id of the list, that of the job which imported it.'),
    city: z.string(),
    state: z.string().nullable(),
    file_name: z.string(),
    imported_by: id.describe('Id of the user who imported it.'),
    received_at: time.describe('When it was imported.'),
    effective_from: time.describe('It is in force from this time on.'),
    expires_at: time.nullable().describe('It is in force before this time; null if the city did not say.'),
    replaced_at: time
      .nullable()
      .describe('From this time on, a newer list of the city counts; null if it is the newest.'),
    entries: z.int().describe('Number of its addresses.'),
    matched: z.int().describe('Addresses of saved properties.'),
    unsure: z.int().describe('Addresses that a person has to decide.'),
    not_found: z.int().describe('Addresses without a saved property. One that is saved there later is marked.'),
    ended: z.int().describe("Doors of the city's earlier list that it no longer had."),
    expiry_notice: z
      .int()
      .nullable()
      .describe(
        '30 or 7 if it expires within so many days and no newer list of the city takes its place by then; its owners and admins were told by mail, too.',
      ),
  })
  .meta({ id: 'Registry', description: "A version of a city's list of doors where nobody may knock." })

const match = z.enum(registryMatches)

const entry = z
  .object({
    row: z.int().describe('Number of the address in the list.'),
    line: z.int().describe('The line or row of the file that has it.'),
    address: z.string(),
    city: z.string().nullable(),
    match: match.describe('What became of it.'),
    property_id: id.nullable().describe('Null unless it is matched.'),
    property_address: z.string().nullable(),
    candidates: z
      .array(z.object({ property_id: id, address: z.string() }))
      .describe('The properties that an unsure address may mean.'),
  })
  .meta({ id: 'RegistryEntry', description: "An address of a city's list." })

const decision = z
  .object({
    row: z.int().min(1).max(1_000_000),
    decision: z
      .enum(rowDecisions)
      .describe('`same`: the property is marked. `new`: one that is saved later is. `skip`: it is left out.'),
    property_id: idText.nullish().describe('Which candidate is the `same`; required where several fit.'),
  })
  .meta({ id: 'RegistryDecision', example: { row: 1, decision: 'same' } })

const params = { id: 'Id of the list.' }

export const registryRoutes = [
  defineRoute('get', '/do-not-knock/registries', {
    graphqlOperation: 'Query.registries',
    access: 'doNotKnock.manage',
    summary: "List cities' lists",
    description: 'The newest 100, also those that have ended.',
    query: z.object({ expiring: booleanText.default(false).describe('Only those with an `expiry_notice`.') }),
    response: listResponse(registry),
    errors: { 422: 'No tenant was chosen.' },
    handle: async (ctx, { query }) => listOf(await listRegistries(ctx, query)),
  }),
  defineRoute('post', '/do-not-knock/registries', {
    graphqlOperation: 'Mutation.importRegistry',
    access: 'doNotKnock.manage',
    summary: "Import a city's list of doors where nobody may knock",
    description:
      "Starts a job. The addresses are compared with the saved properties: the same ones are marked, unsure ones wait for a decision, and the others mark a property that is saved there later. When the list is in force, it takes the place of the city's earlier one. With `dry_run`, the list is only checked; its addresses can be read for a day.",
    form: {
      file: 'A CSV file or Excel workbook (.xlsx) with a column of addresses, or text with an address on each line, such as the text of a PDF; at most 20 MB and 200,000 addresses.',
      maxBytes: maxImportBytes,
      missingMessage: 'Choose a file to import.',
      tooLargeMessage: tooLarge,
      fields: {
        city: { description: 'The city whose list it is.', required: true },
        state: { description: 'Its state, such as IN.' },
        effective_from: {
          description:
            'It is in force from this day (YYYY-MM-DD, in the time zone of the company) or time on. Defaults to now.',
        },
        expires_at: {
          description: 'Its last day, or the time before which it is in force. Without it, a newer list ends it.',
        },
        dry_run: { description: 'Only check the list, and mark no door.', enum: ['true', 'false'] },
      },
    },
    response: itemResponse(job),
    status: 202,
    errors: {
      413: tooLarge,
      415: 'The content type of the body is not multipart/form-data.',
      422: 'The file is missing, the city is blank, a day is invalid or has passed, or no tenant was chosen.',
      429: quotaUsedUp,
    },
    async handle(ctx, { upload: { filename, content, fields } }) {
      const form = parseInput(registryForm, fields)
      const { effective_from: effectiveFrom, expires_at: expiresAt, dry_run: dryRun, ...place } = form
      const started = await startRegistryImport(
        ctx,
        { filename, content },
        { ...place, effectiveFrom, expiresAt, dryRun },
      )
      return { data: presentJob(started) }
    },
  }),
  defineRoute('get', '/do-not-knock/registries/:id/entries', {
    graphqlOperation: 'Query.registryEntries',
    access: 'doNotKnock.manage',
    summary: "List the addresses of a city's list",
    description: 'In the order of the list, also of one that was only checked, for a day.',
    params: { id: 'Id of the list, or of the job that checked it.' },
    query: z.object({ ...pagingParameters, match: match.optional().describe('Only addresses of which this became.') }),
    response: listResponse(entry),
    errors: { 422: 'No tenant was chosen.' },
    async handle(ctx, { params: { id: registryId }, query }) {
      const { items } = await listRegistryEntries(ctx, registryId!, query.match, toPageRequest(query))
      return { data: items, total: await countRegistryEntries(ctx, registryId!, query.match) }
    },
  }),
  defineRoute('get', '/do-not-knock/registries/:id/evidence.csv', {
    operationId: 'downloadRegistryEvidence',
    access: 'doNotKnock.manage',
    summary: "Download the knocks while a city's list was in force",
    description: `Each knock in the city while this version of its list was known and in force, and whether its address was on it, for the city. A file with the columns ${evidenceHeadings.map((heading) => `\`${heading}\``).join(', ')}.`,
    params,
    response: { files: { 'text/csv': 'The knocks, the first one first.' } },
    errors: { 422: 'No tenant was chosen.' },
    async handle(ctx, { params: { id: registryId }, response }) {
      const { filename, pages } = await exportRegistryEvidence(ctx, registryId!)
      response.attachment(filename)
      response.setHeader('Content-Type', 'text/csv; charset=utf-8')
      await sendStream(response, toCsv(evidenceHeadings, pages))
    },
  }),
  defineRoute('get', '/do-not-knock/registries/:id/evidence.pdf', {
    operationId: 'printRegistryEvidence',
    access: 'doNotKnock.manage',
    summary: "Download the knocks while a city's list was in force, as a PDF",
    description: `The same knocks as in \`evidence.csv\`, with the list, the period, and who made the document and when. At most ${maxPrintedKnocks.toLocaleString('en-US')}.`,
    params,
    response: { files: { 'application/pdf': 'The knocks, the first one first.' } },
    errors: { 422: 'There are too many knocks for a PDF, or no tenant was chosen.' },
    async handle(ctx, { params: { id: registryId }, response }) {
      const { filename, content } = await printRegistryEvidence(ctx, registryId!)
      response.attachment(filename)
      response.setHeader('Content-Type', 'application/pdf')
      response.send(content)
    },
  }),
  defineRoute('post', '/do-not-knock/registries/:id/decisions', {
    graphqlOperation: 'Mutation.decideRegistryEntries',
    access: 'doNotKnock.manage',
    summary: "Decide unsure addresses of a city's list",
    description: 'Each address is decided once; if one decision is refused, none is taken.',
    params,
    body: z.array(decision).min(1).max(maxDecisions),
    response: itemResponse(registry),
    errors: {
      409: 'An address is not unsure.',
      422: 'The property is none that the address may mean, or is not named and several fit, or no tenant was chosen.',
    },
    async handle(ctx, { params: { id: registryId }, body }) {
      const decisions = body.map(({ property_id, ...rest }) => ({ ...rest, propertyId: property_id ?? null }))
      return { data: await decideRegistryEntries(ctx, registryId!, decisions) }
    },
  }),
]
