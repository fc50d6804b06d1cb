import { z } from 'zod'
import { Malformed } from '../domain/errors.ts'
import {
  duplicateRules,
  errorRules,
  importLists,
  importOutcomes,
  maxDecisions,
  missingUserRules,
  rowDecisions,
  type ImportMapping,
} from '../domain/imports/importFields.ts'
import { maxWords, wordFields, wordMeanings } from '../domain/imports/importWords.ts'
import { textEncodings } from '../services/csv/textEncoding.ts'
import { parseInput } from '../rest/parseInput.ts'
import { idText, limitedText, pagingParameters, toPageRequest } from '../rest/parameters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { sendStream } from '../rest/sendStream.ts'
import { id, itemResponse, listResponse, quotaUsedUp } from '../rest/shapes.ts'
import { presentJob } from '../rest/presenters.ts'
import { toCsv } from '../usecases/exports/csv.ts'
import { decideImportRows } from '../usecases/imports/decisions.ts'
import { countImportRows, exportImportRows, listImportRows, rowHeadings } from '../usecases/imports/importRows.ts'
import {
  maxImportBytes,
  previewImport,
  runImportAgain,
  startImport,
  undoImport,
} from '../usecases/imports/startImport.ts'
import { job } from './jobs.ts'

export const importMapping = z.record(limitedText('field'), limitedText('column'))
const onDuplicate = z.enum(duplicateRules)
const onError = z.enum(errorRules)

/** A yes or no in a form. */
const flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1')

const importWords = z
  .array(z.object({ field: z.enum(wordFields), word: limitedText('word'), meaning: z.enum(wordMeanings.status) }))
  .max(wordFields.length * maxWords)

const importForm = z.object({
  list: z.enum(importLists),
  mapping: importMapping.optional(),
  on_duplicate: onDuplicate.optional(),
  on_error: onError.optional(),
  dry_run: flag.optional(),
  dataset: limitedText('dataset').optional(),
  sheet: limitedText('sheet').optional(),
  encoding: z.enum(textEncodings).optional(),
  on_missing_user: z.enum(missingUserRules).optional(),
  words: importWords.optional(),
  count_visits: flag.optional(),
})

const previewForm = importForm.pick({ list: true, sheet: true, encoding: true })

const preview = z
  .object({
    headings: z.array(z.string()),
    rows: z
      .array(z.object({ row: z.int().describe('The number of the row, from 1.'), cells: z.array(z.string()) }))
      .describe('Up to 20 rows after the headings, without empty ones.'),
    sheets: z.array(z.string()).nullable().describe('The sheets of a workbook; null for a CSV file.'),
    sheet: z.string().nullable().describe('The sheet that was read; null for a CSV file.'),
    encoding: z.enum(textEncodings).nullable().describe('How a CSV file was read; null for a workbook.'),
    sample_line: z
      .string()
      .nullable()
      .describe(
        'One line of a CSV file, shortened, by which to see whether the encoding is right: the first with a character beyond ASCII, or the first.',
      ),
  })
  .meta({ id: 'ImportPreview' })

const uploadedFile = {
  file: 'An Excel workbook (.xlsx), or a CSV file in UTF-8, UTF-16 or Windows-1252, of at most 20 MB and 100,000 rows, empty ones included. A CSV file has its cells separated by commas, semicolons or tabs. The first row has headings.',
  maxBytes: maxImportBytes,
  missingMessage: 'Choose a file to import.',
  tooLargeMessage: 'The file is too large. The maximum size is 20 MB: split it.',
}
const encodingField = {
  description: 'The encoding of a CSV file. By default it is found, and a file of which it is not certain is refused.',
  enum: textEncodings,
}
const sheetField = { description: 'The name of the sheet of a workbook. By default the first one that is not hidden.' }

const importAgain = z
  .object({
    mapping: importMapping.nullish().describe('Heading of the column for each field.'),
    on_duplicate: onDuplicate.nullish().describe('What happens to rows whose record is saved already.'),
    on_error: onError.nullish().describe('What happens if rows have errors.'),
    dry_run: z.boolean().nullish().describe('True to check the file again and save nothing. Defaults to false.'),
    on_missing_user: z
      .enum(missingUserRules)
      .nullish()
      .describe('What happens to a row that names somebody without an account.'),
    words: importWords.nullish().describe('What the words of another product mean.'),
    count_visits: z.boolean().nullish().describe('Whether imported visits count as work of their reps.'),
  })
  .meta({ id: 'ImportAgainInput', example: { on_duplicate: 'update', on_error: 'skip' } })
  .transform(({ on_duplicate, on_error, dry_run, on_missing_user, count_visits, ...rest }) => ({
    ...rest,
    onDuplicate: on_duplicate,
    onError: on_error,
    dryRun: dry_run,
    onMissingUser: on_missing_user,
    countVisits: count_visits,
  }))

const nullableText = z.string().nullable()

const importRow = z
  .object({
    row: z.int().describe('Number of the row; 1 has the headings.'),
    outcome: z
      .enum(importOutcomes)
      .describe(
        'What became of the row; of a check, what will become of it. `unsure`: its house may be a saved one, and `POST /api/imports/{id}/decisions` decides it.',
      ),
    reason: z.string().describe('Why, in a sentence.'),
    warning: nullableText.describe('What was kept although it may be wrong, such as a phone that cannot be read.'),
    property_id: id
      .nullable()
      .describe('The property that the row created, updated or is the same as; null if there is none.'),
    property_address: nullableText.describe('Address of that property.'),
    address: nullableText.describe('What the row says.'),
    owner_name: nullableText.describe('What the row says.'),
    decision: z
      .enum(rowDecisions)
      .nullable()
      .describe('What was decided about an unsure row, whose `outcome` stays `unsure` until the job has done it.'),
    candidates: z
      .array(
        z.object({
          property_id: id.nullable().describe('Null in a check for the house of an earlier row.'),
          address: nullableText,
          owner_name: nullableText,
          distance_meters: z.number().nullable().describe('From the point of the row; null if one is not known.'),
        }),
      )
      .describe('The properties that an unsure row may mean.'),
  })
  .meta({ id: 'ImportRow', description: 'A row of an imported file and what became of it.' })

const decision = z
  .object({
    row: z.int().min(2).max(1_000_000),
    decision: z
      .enum(rowDecisions)
      .describe('`same`: its house is a saved property, which it updates. `new`: a new one. `skip`: it is left out.'),
    property_id: idText.nullish().describe('Which candidate is the `same`; required where several fit.'),
  })
  .meta({ id: 'RowDecision', example: { row: 2, decision: 'new' } })

const outcome = z.enum(importOutcomes).optional().describe('Only rows of which this became.')
const importParams = { id: 'Id of the import.' }
const rowsGone = 'The import does not exist, belongs to somebody else, or its rows are no longer kept.'

const noLongerKept = 'The import does not exist, belongs to somebody else, or its file is no longer kept.'

export const importRoutes = [
  defineRoute('post', '/imports', {
    operationId: 'startImport',
    access: 'data.import',
    summary: 'Import a CSV file or a sheet of a workbook',
    description: `Starts a job, whose \`counts\` and \`errors\` tell the result, and whose file has the rows with errors. Rows are the same record if their houses are the same, by number, street, unit, place and parcel id; rows that may mean a saved house are \`unsure\` and change nothing. Leads also need the same tag, and users the same email address. Cells that are empty change nothing. With \`dry_run\`, the file is only checked; \`POST /api/imports/{id}/run\` then imports it. Only owners and global admins import users, and only a global admin who has not chosen a tenant imports parcels.`,
    form: {
      ...uploadedFile,
      fields: {
        list: { description: 'The list to import.', enum: importLists, required: true },
        mapping: {
          description:
            'JSON object with the heading of the column for each field, such as `{"address": "SITE_ADDR"}`. By default, each field is filled by the column with its name.',
        },
        on_duplicate: {
          description: 'Whether rows whose record is saved already are skipped (default) or update it.',
          enum: duplicateRules,
        },
        on_error: {
          description: 'Whether nothing is saved if a row has an error (`stop`, default), or such rows are left out.',
          enum: errorRules,
        },
        dry_run: { description: 'Only check the file, and save nothing.', enum: ['true', 'false'] },
        dataset: { description: 'The data set of parcels, such as the county. Required for them.' },
        sheet: sheetField,
        encoding: encodingField,
        on_missing_user: {
          description:
            'Whether a row that names somebody without an account is an error (default), or names nobody; `missing_users` tells them.',
          enum: missingUserRules,
        },
        words: {
          description:
            'JSON array of what the words of another product mean in `status` and `visit_outcome`, such as `[{"field": "status", "word": "Not Home", "meaning": "outcome:nobody_home"}]`. Usual words, and those of earlier imports of the company, are known.',
        },
        count_visits: {
          description:
            'Whether imported visits count as work of their reps, in leaderboards and metrics. By default they are only in the history and on the map.',
          enum: ['true', 'false'],
        },
      },
    },
    response: itemResponse(job),
    status: 202,
    errors: {
      413: 'The file is larger than 20 MB.',
      415: 'The content type of the body is not multipart/form-data.',
      422: 'The file is missing, empty, in another encoding or not CSV, the mapping does not fit it, or no tenant was chosen.',
      429: quotaUsedUp,
    },
    async handle(ctx, { upload: { filename, content, fields } }) {
      const form = parseInput(importForm, {
        ...fields,
        mapping: parseJson('mapping', fields['mapping']),
        words: parseJson('words', fields['words']),
      })
      const started = await startImport(
        ctx,
        { filename, content },
        {
          list: form.list,
          mapping: form.mapping as ImportMapping | undefined,
          onDuplicate: form.on_duplicate,
          onError: form.on_error,
          dryRun: form.dry_run ?? false,
          dataset: form.dataset,
          sheet: form.sheet,
          encoding: form.encoding,
          onMissingUser: form.on_missing_user,
          words: form.words,
          countVisits: form.count_visits,
        },
      )
      return { data: presentJob(started) }
    },
  }),
  defineRoute('post', '/imports/preview', {
    operationId: 'previewImport',
    access: 'data.import',
    summary: 'Read the beginning of a file',
    description:
      'The headings and first rows of a file to import, the sheets of a workbook, and the encoding of a CSV file with one line to check. Saves nothing.',
    form: {
      ...uploadedFile,
      fields: {
        list: { description: 'The list to import.', enum: importLists, required: true },
        sheet: sheetField,
        encoding: encodingField,
      },
    },
    response: itemResponse(preview),
    errors: {
      413: 'The file is larger than 20 MB.',
      415: 'The content type of the body is not multipart/form-data.',
      422: 'The file is missing, empty or cannot be read, the workbook has no such sheet, or no tenant was chosen.',
      429: quotaUsedUp,
    },
    async handle(ctx, { upload: { content, fields } }) {
      const { list, ...options } = parseInput(previewForm, fields)
      const { separator: _, ...file } = await previewImport(ctx, content, list, options)
      return { data: file }
    },
  }),
  defineRoute('post', '/imports/:id/run', {
    graphqlOperation: 'Mutation.runImport',
    access: 'data.import',
    summary: 'Import the file of an earlier import again',
    description: 'For real after a dry run, or to check it with another mapping. Omitted fields are as they were.',
    params: { id: 'Id of the job that the file was uploaded for, or of a later one.' },
    body: importAgain,
    response: itemResponse(job),
    status: 202,
    errors: {
      404: noLongerKept,
      422: 'The mapping does not fit the file, or no tenant was chosen.',
      429: quotaUsedUp,
    },
    handle: async (ctx, { params, body }) => ({ data: presentJob(await runImportAgain(ctx, params['id']!, body)) }),
  }),
  defineRoute('post', '/imports/:id/undo', {
    graphqlOperation: 'Mutation.undoImport',
    access: 'data.import',
    summary: 'Undo an import',
    description:
      'Starts a job that removes what the import created and restores what it updated, within 24 hours. What was worked on since stays, and `errors` of that job tells what and why.',
    params: importParams,
    response: itemResponse(job),
    status: 202,
    errors: { 409: 'The import saved nothing, was undone, or ended more than 24 hours ago.' },
    handle: async (ctx, { params }) => ({ data: presentJob(await undoImport(ctx, params['id']!)) }),
  }),
  defineRoute('get', '/imports/:id/rows', {
    graphqlOperation: 'Query.importRows',
    access: 'data.import',
    summary: 'List the rows of an import',
    description:
      'What became of each row, in the order of the file; of a dry run, what will become of it. Kept for 24 hours after the import has ended.',
    params: importParams,
    query: z.object({ ...pagingParameters, outcome }),
    response: listResponse(importRow),
    errors: { 404: rowsGone },
    async handle(ctx, { params, query }) {
      const { items } = await listImportRows(ctx, params['id']!, query.outcome, toPageRequest(query))
      return { data: items, total: await countImportRows(ctx, params['id']!, query.outcome) }
    },
  }),
  defineRoute('get', '/imports/:id/rows.csv', {
    operationId: 'downloadImportRows',
    access: 'data.import',
    summary: 'Download the rows of an import',
    description: `A file with the columns ${rowHeadings.map((heading) => `\`${heading}\``).join(', ')}.`,
    params: importParams,
    query: z.object({ outcome }),
    response: { files: { 'text/csv': 'The rows and what became of them.' } },
    errors: { 404: rowsGone },
    async handle(ctx, { params, query, response }) {
      const { filename, pages } = await exportImportRows(ctx, params['id']!, query.outcome)
      response.attachment(filename)
      response.setHeader('Content-Type', 'text/csv; charset=utf-8')
      await sendStream(response, toCsv(rowHeadings, pages))
    },
  }),
  defineRoute('post', '/imports/:id/decisions', {
    graphqlOperation: 'Mutation.decideImportRows',
    access: 'data.import',
    summary: 'Decide unsure rows of an import',
    description:
      'Starts a job that imports these rows as they are decided, and no others. It is an import, which can be undone by itself; the rows are then unsure again. The rows and `counts` of the first import tell what they became; a row that cannot be saved as it was decided stays unsure, and `errors` of the job tells why. Each row is decided once; if one decision is refused, none is taken.',
    params: importParams,
    body: z.array(decision).min(1).max(maxDecisions),
    response: itemResponse(job),
    status: 202,
    errors: {
      404: noLongerKept,
      409: 'A row is not unsure or was decided already, or the import was a dry run, was undone, or has not ended.',
      422: 'The property is none that the row may mean, or is not named and several fit, or no tenant was chosen.',
      429: quotaUsedUp,
    },
    async handle(ctx, { params, body }) {
      const decisions = body.map(({ property_id, ...rest }) => ({ ...rest, propertyId: property_id ?? null }))
      return { data: presentJob(await decideImportRows(ctx, params['id']!, decisions)) }
    },
  }),
]

/** The JSON of the form field; undefined without it. Throws `Malformed`. */
function parseJson(field: 'mapping' | 'words', text: string | undefined): unknown {
  if (!text) return undefined
  try {
    return JSON.parse(text)
  } catch {
    const message = field === 'mapping' ? 'The mapping is not a JSON object.' : 'The words are not a JSON array.'
    throw new Malformed(message, { [field]: message })
  }
}
