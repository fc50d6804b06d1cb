import { z } from 'zod'
import { Malformed } from '../domain/errors.ts'
import { duplicateRules, errorRules, importLists, type ImportMapping } from '../domain/importFields.ts'
import { parseInput } from '../rest/parseInput.ts'
import { limitedText } from '../rest/parameters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { itemResponse, quotaUsedUp } from '../rest/shapes.ts'
import { presentJob } from '../rest/presenters.ts'
import {
  maxImportBytes,
  previewImport,
  runImportAgain,
  startImport,
  undoImport,
} from '../usecases/imports/startImport.ts'
import { job } from './jobs.ts'

const mapping = z.record(limitedText('field'), limitedText('column'))
const onDuplicate = z.enum(duplicateRules)
const onError = z.enum(errorRules)

const importForm = z.object({
  list: z.enum(importLists),
  mapping: mapping.optional(),
  on_duplicate: onDuplicate.optional(),
  on_error: onError.optional(),
  dry_run: z.enum(['true', 'false', '1', '0']).optional(),
  dataset: limitedText('dataset').optional(),
  sheet: limitedText('sheet').optional(),
})

const previewForm = importForm.pick({ list: true, sheet: true })

const preview = z
  .object({
    headings: z.array(z.string()),
    rows: z
      .array(z.object({ row: z.int().describe('The number of the row, from 1.'), cells: z.array(z.string()) }))
      .describe('Up to 20 rows after the headings, without empty ones.'),
    sheets: z.array(z.string()).nullable().describe('The sheets of a workbook; null for a CSV file.'),
    sheet: z.string().nullable().describe('The sheet that was read; null for a CSV file.'),
  })
  .meta({ id: 'ImportPreview' })

const uploadedFile = {
  file: 'An Excel workbook (.xlsx), or a CSV file in UTF-8, UTF-16 or Windows-1252, of at most 20 MB and 100,000 rows, empty ones included. A CSV file has its cells separated by commas, semicolons or tabs. The first row has headings.',
  maxBytes: maxImportBytes,
  missingMessage: 'Choose a file to import.',
  tooLargeMessage: 'The file is too large. The maximum size is 20 MB: split it.',
}
const sheetField = { description: 'The name of the sheet of a workbook. By default the first one that is not hidden.' }

const importAgain = z
  .object({
    mapping: mapping.nullish().describe('Heading of the column for each field.'),
    on_duplicate: onDuplicate.nullish().describe('What happens to rows whose record is saved already.'),
    on_error: onError.nullish().describe('What happens if rows have errors.'),
    dry_run: z.boolean().nullish().describe('True to check the file again and save nothing. Defaults to false.'),
  })
  .meta({ id: 'ImportAgainInput', example: { on_duplicate: 'update', on_error: 'skip' } })
  .transform(({ on_duplicate, on_error, dry_run, ...rest }) => ({
    ...rest,
    onDuplicate: on_duplicate,
    onError: on_error,
    dryRun: dry_run,
  }))

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
        list: { description: 'The list to import.', enum: importLists },
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
      const form = parseInput(importForm, { ...fields, mapping: parseMapping(fields['mapping']) })
      const started = await startImport(
        ctx,
        { filename, content },
        {
          list: form.list,
          mapping: form.mapping as ImportMapping | undefined,
          onDuplicate: form.on_duplicate,
          onError: form.on_error,
          dryRun: form.dry_run === 'true' || form.dry_run === '1',
          dataset: form.dataset,
          sheet: form.sheet,
        },
      )
      return { data: presentJob(started) }
    },
  }),
  defineRoute('post', '/imports/preview', {
    operationId: 'previewImport',
    access: 'data.import',
    summary: 'Read the beginning of a file',
    description: 'The headings and first rows of a file to import, and the sheets of a workbook. Saves nothing.',
    form: {
      ...uploadedFile,
      fields: { list: { description: 'The list to import.', enum: importLists }, sheet: sheetField },
    },
    response: itemResponse(preview),
    errors: {
      413: 'The file is larger than 20 MB.',
      415: 'The content type of the body is not multipart/form-data.',
      422: 'The file is missing, empty or cannot be read, the workbook has no such sheet, or no tenant was chosen.',
      429: quotaUsedUp,
    },
    async handle(ctx, { upload: { content, fields } }) {
      const { list, sheet } = parseInput(previewForm, fields)
      const { headings, rows, sheets, sheet: read } = await previewImport(ctx, content, list, sheet)
      return { data: { headings, rows, sheets, sheet: read } }
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
    params: { id: 'Id of the import.' },
    response: itemResponse(job),
    status: 202,
    errors: { 409: 'The import saved nothing, was undone, or ended more than 24 hours ago.' },
    handle: async (ctx, { params }) => ({ data: presentJob(await undoImport(ctx, params['id']!)) }),
  }),
]

/** The JSON of the form field; undefined without it. Throws `Malformed`. */
function parseMapping(text: string | undefined): unknown {
  if (!text) return undefined
  try {
    return JSON.parse(text)
  } catch {
    const message = 'The mapping is not a JSON object.'
    throw new Malformed(message, { mapping: message })
  }
}
