import type { Context } from '../../context.ts'
import type { EntityManager } from '../../database/connection.ts'
import { Conflict, NotFound, Refused } from '../../domain/errors.ts'
import { cellText } from '../../domain/imports/importCells.ts'
import {
  importFields,
  requiredFields,
  type DuplicateRule,
  type ErrorRule,
  type ImportList,
  type ImportMapping,
  type MissingUserRule,
} from '../../domain/imports/importFields.ts'
import { checkWords, type ImportWord } from '../../domain/imports/importWords.ts'
import { authorizeJob } from '../../domain/jobs/jobRights.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { platformTenantId } from '../../events/catalog.ts'
import { countAttempt } from '../../log/quotas.ts'
import type { TextEncoding } from '../../services/csv/textEncoding.ts'
import { assertDatasetName } from '../../services/parcels/import/datasetName.ts'
import { createJob, readJob } from '../jobs/jobs.ts'
import type { Job } from '../jobs/jobRows.ts'
import { hasSaved, undoLifetimeMs, type ImportInput, type ImportResult, type UndoInput } from './importJob.ts'
import { rememberWords } from './importWords.ts'
import { readHead, readPreview } from './reading/fileReader.ts'
import type { FileOptions } from './reading/importFile.ts'
import type { FilePreview } from './reading/protocol.ts'
import { hasFile, partsOf, readFile, storeFile } from './storedFiles.ts'

export const fileGoneMessage = 'The file of this import is no longer kept. Upload it again.'

/** The maximum size of a file. */
export const maxImportBytes = 20 * 1024 * 1024

export interface ImportRequest {
  list: ImportList
  /** By default each field is filled by the column with its name. */
  mapping?: ImportMapping | null
  onDuplicate?: DuplicateRule | null
  onError?: ErrorRule | null
  dryRun?: boolean | null
  /** The data set of parcels, which is required for them. */
  dataset?: string | null
  /** The sheet of a workbook. By default the first one. */
  sheet?: string | null
  /** The encoding of a CSV file. By default it is found. */
  encoding?: TextEncoding | null
  /** By default a row that names a user without an account is an error. */
  onMissingUser?: MissingUserRule | null
  /** What words of another product mean. The tenant's next imports know it, too. */
  words?: readonly ImportWord[] | null
  /** Imported visits count as work of their reps. By default they are only in the history and on the map. */
  countVisits?: boolean | null
}

/**
 * The tenant of the import: the platform for parcels, which belong to all tenants. Throws `Forbidden` unless the actor may import
 * this list. Accounts need the permission to add users, too.
 */
export function authorizeImport(ctx: Context, input: Pick<ImportInput, 'list' | 'onDuplicate'>): string {
  authorizeJob(ctx.actor, 'import', input)
  if (input.list !== 'parcels') return requireTenant(ctx.actor)
  if (ctx.actor!.tenantId) throw new Refused('Parcels belong to all tenants. Choose "All Tenants" first.')
  return platformTenantId
}

/**
 * Stores the file and starts the job that imports it, or with `dryRun` only checks it. Throws `Refused` for a file that cannot be
 * read, and for a mapping that does not fit it.
 */
export async function startImport(
  ctx: Context,
  upload: { filename: string; content: Buffer },
  { list, mapping, onDuplicate, onError, dryRun, dataset, sheet, encoding, ...visits }: ImportRequest,
): Promise<Job> {
  const rules = { onDuplicate: onDuplicate ?? 'skip', onError: onError ?? 'stop' }
  const tenantId = authorizeImport(ctx, { list, ...rules })
  await countAttempt(ctx, tenantId, 'imports')
  const { headings } = await readHead(ctx.services.workers, partsOf(upload.content), { sheet, encoding })
  const input: ImportInput = {
    list,
    mapping: resolveMapping(list, headings, mapping),
    ...rules,
    isDryRun: dryRun ?? false,
    fileName: upload.filename
      .slice(0, 200)
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, ''),
    uploadedFor: null,
    ...(list === 'parcels' && { dataset: parseDataset(dataset) }),
    ...(sheet && { sheet }),
    ...(encoding && { encoding }),
    ...visitRulesOf(visits),
  }
  return createJob(ctx, 'import', input, async (em, { id }) => {
    await storeFile(em, tenantId, id, upload.content)
    await rememberWordsOf(em, tenantId, input)
  })
}

/** The rules that are given about visits, users and words. Throws `Refused` for words that cannot be. */
function visitRulesOf({ onMissingUser, words, countVisits }: Partial<ImportRequest>) {
  if (words) checkWords(words)
  return {
    ...(onMissingUser && { onMissingUser }),
    ...(words && { words: [...words] }),
    ...(countVisits != null && { countsVisits: countVisits }),
  }
}

/** A check saves nothing. */
async function rememberWordsOf(em: EntityManager, tenantId: string, { words, isDryRun }: ImportInput): Promise<void> {
  if (!isDryRun) await rememberWords(em, tenantId, words ?? [])
}

/**
 * The headings and first rows of a file, the sheets of a workbook, and the encoding of a CSV file with a line to check. Saves nothing. Throws `Refused` for a file that cannot be
 * imported.
 */
export async function previewImport(
  ctx: Context,
  content: Buffer,
  list: ImportList,
  options: FileOptions = {},
): Promise<FilePreview> {
  const tenantId = authorizeImport(ctx, { list, onDuplicate: 'skip' })
  await countAttempt(ctx, tenantId, 'imports')
  return readPreview(ctx.services.workers, partsOf(content), options)
}

function parseDataset(name: string | null | undefined): string {
  if (!name) throw new Refused('Name the data set of the parcels, such as the county.', { dataset: 'Required.' })
  assertDatasetName(name)
  return name
}

/**
 * Imports the file of an earlier import of the caller again, with other rules or another mapping: after a dry run, or to check it
 * again. Throws `NotFound` when the file is no longer kept.
 */
export async function runImportAgain(ctx: Context, id: string, change: Omit<ImportRequest, 'list'>): Promise<Job> {
  const job = await readImport(ctx, id)
  const before = job.input as ImportInput
  const uploadedFor = before.uploadedFor ?? job.id
  const { decidesRowsOf: _, ...whole } = before
  const input: ImportInput = {
    ...whole,
    uploadedFor,
    onDuplicate: change.onDuplicate ?? before.onDuplicate,
    onError: change.onError ?? before.onError,
    isDryRun: change.dryRun ?? false,
    ...visitRulesOf(change),
  }
  const tenantId = authorizeImport(ctx, input)
  await countAttempt(ctx, tenantId, 'imports')
  if (!(await hasFile(ctx.database, tenantId, uploadedFor))) throw new NotFound(fileGoneMessage)
  if (change.mapping) {
    const file = readFile(ctx.database, tenantId, uploadedFor)
    const { sheet, encoding } = before
    const { headings } = await readHead(ctx.services.workers, file, { sheet, encoding })
    input.mapping = resolveMapping(input.list, headings, change.mapping)
  }
  return createJob(ctx, 'import', input, (em) => rememberWordsOf(em, tenantId, input))
}

/**
 * Starts the job that undoes an import of the caller. Throws `Conflict` for one that saved nothing, that was undone, or that ended
 * more than a day ago.
 */
export async function undoImport(ctx: Context, id: string): Promise<Job> {
  const job = await readImport(ctx, id)
  const { list } = job.input as ImportInput
  authorizeImport(ctx, { list, onDuplicate: 'skip' })
  if (!hasSaved(job)) throw new Conflict('This import saved nothing.')
  if ((job.result as ImportResult | null)?.undoneAt) throw new Conflict('This import was undone.')
  if (ctx.now().getTime() - job.finishedAt!.getTime() > undoLifetimeMs)
    throw new Conflict('An import can be undone for 24 hours.')
  const input: UndoInput = { importId: job.id, list }
  return createJob(ctx, 'import_undo', input)
}

/** An import of the caller. Throws `NotFound` for any other job. */
export async function readImport(ctx: Context, id: string): Promise<Job> {
  authorize(ctx.actor, 'data.import')
  const job = await readJob(ctx, id)
  if (job.kind !== 'import') throw new NotFound('Import not found')
  return job
}

/** Checks that each field exists and each heading is in the file, and that no field is missing. Throws `Refused`. */
function resolveMapping(
  list: ImportList,
  headings: readonly string[],
  given: ImportMapping | null | undefined,
): ImportMapping {
  const known = importFields[list]
  const wanted =
    given ?? Object.fromEntries(known.filter((field) => headings.includes(field)).map((field) => [field, field]))
  // A heading may be given as it stands in the file, with an apostrophe that protects it.
  const mapping = Object.fromEntries(Object.entries(wanted).map(([field, heading]) => [field, cellText(heading)]))
  const refuse = (message: string) => new Refused(message, { mapping: message })
  for (const [field, heading] of Object.entries(mapping)) {
    if (!known.includes(field))
      throw refuse(`${list} have no field "${field.slice(0, 60)}". The fields are ${known.join(', ')}.`)
    if (!headings.includes(heading))
      throw refuse(`The file has no column "${heading.slice(0, 60)}". Its columns are ${listHeadings(headings)}.`)
  }
  const missing = requiredFields[list].find((group) => !group.some((field) => field in mapping))
  if (missing) throw refuse(`Choose a column for ${missing.join(', ').replace(/, (\w+)$/, ' or $1')}.`)
  return mapping
}

function listHeadings(headings: readonly string[]): string {
  const names = headings.filter((heading) => heading !== '').map((heading) => heading.slice(0, 60))
  return names.length > 40 ? `${names.slice(0, 40).join(', ')}, …` : names.join(', ')
}
