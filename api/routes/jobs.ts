import { z } from 'zod'
import { exportedLists, jobKinds, jobStatuses } from '../domain/enums.ts'
import { wordFields, wordMeanings } from '../domain/imports/importWords.ts'
import { duplicateRules, errorRules, importLists, missingUserRules } from '../domain/imports/importFields.ts'
import { booleanText, pagingParameters, toPageRequest } from '../rest/parameters.ts'
import { listOf } from '../rest/present.ts'
import { presentJob } from '../rest/presenters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { sendStream } from '../rest/sendStream.ts'
import { id, itemResponse, listResponse, time } from '../rest/shapes.ts'
import { openJobFile } from '../usecases/jobs/openJobFile.ts'
import { listJobs, readJob, retryJob } from '../usecases/jobs/jobs.ts'

const number = z.int()

const importDetails = z
  .object({
    list: z.enum(importLists),
    filename: z.string(),
    mapping: z.record(z.string(), z.string()).describe('Heading of the column for each field.'),
    on_duplicate: z.enum(duplicateRules),
    on_error: z.enum(errorRules),
    dry_run: z.boolean().describe('The file is only checked, and nothing is saved.'),
    separator: z.string().nullable().describe('`comma`, `semicolon` or `tab`; null until the file was read.'),
    ignored_columns: z.array(z.string()).describe('Headings of the columns that fill no field.'),
    warnings: z.int().describe('Number of rows with a warning.'),
    many_failed: z.boolean().describe('True if more than 1 % of the rows have errors.'),
    stopped: z.boolean().describe('Rows have errors and `on_error` is `stop`, so that nothing is saved.'),
    on_missing_user: z.enum(missingUserRules),
    count_visits: z.boolean().describe('Imported visits count as work of their reps.'),
    visits: z.int().describe('Number of visits that are saved as knocks at their dates; of a check, that would be.'),
    words: z
      .array(
        z.object({
          field: z.enum(wordFields),
          word: z.string(),
          rows: z.int(),
          meaning: z.enum(wordMeanings.status).nullable().describe('Null until somebody says it.'),
        }),
      )
      .describe('Words of another product in the file, at most 200 of a column, and what they mean.'),
    fields_of_many_words: z
      .array(z.enum(wordFields))
      .describe('Fields whose column has more than 200 different words. It may be the wrong column.'),
    missing_users: z
      .array(z.object({ name: z.string(), rows: z.int() }))
      .describe('Users whom the file names and who have no active account, at most 200.'),
    undoable_until: time.nullable().describe('Until when the import can be undone; null if it saved nothing.'),
    undone_at: time.nullable(),
  })
  .meta({ id: 'ImportDetails', description: 'What an import was asked to do, and what it found in the file.' })

const registryDetails = z
  .object({
    city: z.string(),
    state: z.string().nullable(),
    effective_from: time,
    expires_at: time.nullable().describe('It is in force before this time.'),
    dry_run: z.boolean().describe('The list is only checked, and no door is marked.'),
    ignored: z.int().describe('Number of lines without an address; `errors` has the first ones.'),
  })
  .meta({ id: 'RegistryDetails', description: "What an import of a city's list was asked to do." })

export const job = z
  .object({
    id,
    kind: z.enum(jobKinds).describe('What the job does.'),
    list: z
      .enum(exportedLists)
      .nullable()
      .describe('The list that is exported or imported; null for everything, and for parcels.'),
    status: z.enum(jobStatuses).describe('`failed`: `error` says why, and an admin can run it again.'),
    done: z.int().describe('Number of rows that are done.'),
    total: z.int().nullable().describe('Number of rows in all; null until it is known.'),
    error: z.string().nullable().describe('Why the job failed, and what to do; null unless it failed.'),
    file_name: z.string().nullable().describe('Name of its file; null if it has none.'),
    file_size: z.number().nullable().describe('Size of its file in bytes.'),
    file_expires_at: time.nullable().describe('Until when the creator of the job can download the file.'),
    created_by: id.describe('Id of the user who created the job.'),
    created_at: time,
    started_at: time.nullable(),
    finished_at: time.nullable(),
    counts: z
      .object({
        created: number.optional(),
        updated: number.optional(),
        skipped: number.optional(),
        unsure: number,
        failed: number.optional(),
        matched: number.optional(),
        not_found: number.optional(),
        ended: number.optional(),
      })
      .nullable()
      .describe(
        "The rows of an import by what became of them (`created`, `updated`, `skipped`, `unsure`, `failed`); they add up to the rows of the file. Of a city's list, the addresses (`matched`, `unsure`, `not_found`), and the doors of its earlier list that it no longer has (`ended`).",
      ),
    errors: z
      .array(z.object({ row: number, column: z.string().nullable(), message: z.string() }))
      .describe(
        'The first 1,000 errors of an import, in a list of jobs the first 10; row 1 has the headings. For an undo, what stays and why.',
      ),
    undo: z
      .object({ removed: number, restored: number, kept: number })
      .nullable()
      .describe('What the undo of an import did.'),
    import: importDetails.nullable().describe('Null for other jobs.'),
    registry: registryDetails.nullable().describe('Null for other jobs.'),
  })
  .meta({ id: 'Job', description: 'Work that takes longer than a request, such as an export.' })

const params = { id: 'Id of the job.' }

export const jobRoutes = [
  defineRoute('get', '/jobs', {
    graphqlOperation: 'Query.jobs',
    access: 'job.read',
    summary: 'List your newest jobs',
    query: z.object({
      limit: pagingParameters.limit,
      everybody: booleanText
        .optional()
        .describe(
          'Lists the jobs of everybody in the tenant. Only for managers. Their files are for their creators only.',
        ),
    }),
    response: listResponse(job),
    async handle(ctx, { query: { everybody, ...page } }) {
      const { limit } = toPageRequest(page)
      return listOf((await listJobs(ctx, { limit, everybody })).map(presentJob))
    },
  }),
  defineRoute('get', '/jobs/:id', {
    graphqlOperation: 'Query.job',
    access: 'job.read',
    summary: 'Read a job of yours',
    params,
    response: itemResponse(job),
    handle: async (ctx, { params }) => ({ data: presentJob(await readJob(ctx, params['id']!)) }),
  }),
  defineRoute('get', '/jobs/:id/file', {
    operationId: 'downloadJobFile',
    access: 'job.read',
    summary: 'Download the file of a job of yours',
    description: 'Kept for a day, for its creator, while they may still do what the job did.',
    params,
    response: {
      files: {
        'text/csv': 'The exported list, or the rows of an import with errors and their reasons.',
        'application/zip': 'Everything of a tenant, one CSV file for each list.',
      },
    },
    errors: { 404: 'The job does not exist, has no file yet, or its file is no longer kept.' },
    async handle(ctx, { params, response }) {
      const { name, type, size, content } = await openJobFile(ctx, params['id']!)
      response.attachment(name)
      response.setHeader('Content-Type', type)
      response.setHeader('Content-Length', size)
      await sendStream(response, content)
    },
  }),
  defineRoute('post', '/jobs/:id/retry', {
    graphqlOperation: 'Mutation.retryJob',
    access: 'job.manage',
    summary: 'Run a failed job again',
    description: 'From its beginning.',
    params,
    response: itemResponse(job),
    errors: { 409: 'The job has not failed.' },
    handle: async (ctx, { params }) => ({ data: presentJob(await retryJob(ctx, params['id']!)) }),
  }),
]
