import { v7 as uuidv7 } from 'uuid'
import { queryRows } from '../../database/connection.ts'
import { Refused, UserFacingError, Unavailable } from '../../domain/errors.ts'
import { transactInTenant } from '../../log/transact.ts'
import { keyVersion } from '../../services/parcels/import/addressColumns.ts'
import { insertCompanyWords } from '../../services/parcels/import/streetWords.ts'
import { columnTypes, copyColumns } from '../../services/parcels/import/rowWriter.ts'
import type { ParcelBatch, ParcelSummary } from '../../services/parcels/import/parcelProtocol.ts'
import { readParcels } from '../../services/parcels/import/readParcels.ts'
import type { JobHandler, JobRun } from '../jobs/runJob.ts'
import { authorizeParcelImport } from './authorizeParcelImports.ts'
import { changeParcelImport, lockParcelImport, type ParcelImport } from './parcelImportRows.ts'
import { discardDataset, unwantedSince } from './parcelDatasets.ts'
import { requirePart } from './parcelParts.ts'

/** The input of the job that checks a file of parcels. */
export interface ParcelCheckInput {
  importId: string
  /** The column that fills each field. */
  mapping: Record<string, string>
}

/**
 * Reads the file of an import and saves its parcels in a data set of its own that nobody finds, in short transactions. A job that is run
 * again begins with another data set; what the first run saved is deleted later.
 */
export const loadParcels: JobHandler = async (run) => {
  const { ctx, job } = run
  const tenantId = authorizeParcelImport(ctx)
  const { importId } = job.input as ParcelCheckInput
  try {
    const found = await begin(run, tenantId)
    const summary = await load(run, tenantId, found)
    return await transactInTenant(ctx, tenantId, async ({ em, beforeCommit }) => {
      await requireChecking(run, em, tenantId)
      const { records, bad, withoutGeometry, reasons } = summary
      await changeParcelImport(em, tenantId, importId, ctx.now(), {
        status: 'checked',
        parcels: records - bad - withoutGeometry,
        skipped: withoutGeometry,
        failed: bad,
        reasons: JSON.stringify(reasons),
      })
      beforeCommit((last) => run.complete(last, { importId }))
      return { importId }
    })
  } catch (error) {
    // Anything else is tried again, or left to whoever has the job now.
    if (error instanceof UserFacingError && !(error instanceof Unavailable))
      await noteFailure(run, tenantId, error.message)
    throw error
  }
}

/** The import, which this job still checks. Throws `Refused` otherwise. */
async function requireChecking(
  { job }: JobRun,
  em: Parameters<typeof lockParcelImport>[0],
  tenantId: string,
): Promise<ParcelImport> {
  const { importId } = job.input as ParcelCheckInput
  const found = await lockParcelImport(em, tenantId, importId)
  if (found.status !== 'checking' || found.jobId !== job.id) throw new Refused('The import was changed meanwhile.')
  return found
}

/** Makes the data set of this run. */
async function begin(run: JobRun, tenantId: string): Promise<ParcelImport & { dataset: string }> {
  const { ctx } = run
  const { before, found } = await transactInTenant(ctx, tenantId, async ({ em }) => {
    const { id, name, dataset: before } = await requireChecking(run, em, tenantId)
    const dataset = `${name}/${uuidv7()}`
    return { before, found: await changeParcelImport(em, tenantId, id, ctx.now(), { dataset }) }
  })
  await discardDataset(ctx.database, tenantId, before)
  await ctx.database.query(
    'platform',
    `insert into parcel_datasets (name, source, parcels, key_version, owner_tenant_id, is_live, imported_at)
     values ($1, $2, 0, $3, $4, false, $5)`,
    [found.dataset, found.fileName, keyVersion, tenantId, ctx.now()],
  )
  return { ...found, dataset: found.dataset! }
}

async function load(
  run: JobRun,
  tenantId: string,
  { id, dataset, fileName, totalBytes }: ParcelImport & { dataset: string },
): Promise<ParcelSummary> {
  const { ctx, job } = run
  const { mapping } = job.input as ParcelCheckInput
  const summary = await readParcels(
    ctx.services.workers,
    { fileName, totalBytes, readPart: (part) => requirePart(ctx.database, tenantId, id, part) },
    mapping,
    (batch) => saveBatch(run, dataset, batch),
    run.progress,
  )
  await ctx.database.query('platform', 'update parcel_datasets set parcels = $2 where name = $1', [
    dataset,
    summary.records - summary.bad - summary.withoutGeometry,
  ])
  return summary
}

const columns = copyColumns.split(/,\s*/)
/** A parcel with the id of an earlier one of the file gets its number in the file, too. Arrays are read in half the time of JSON. */
const insertParcels = `
  insert into parcels (dataset, ${copyColumns})
  select $1, ${columns
    .map((column) =>
      column === 'parcel_id'
        ? `case when exists (select from parcels p where p.dataset = $1 and p.parcel_id = r.parcel_id)
             then r.parcel_id || '#' || r.number else r.parcel_id end`
        : `r.${column}`,
    )
    .join(', ')}
  from unnest(${columns.map((column, at) => `$${at + 3}::${columnTypes[column] ?? 'text'}[]`).join(', ')}, $2::integer[])
    as r (${copyColumns}, number)`

/** Saves parcels while the import still wants them. Throws `Refused` after it was removed, so that nothing is left behind. */
function saveBatch({ ctx }: JobRun, dataset: string, batch: ParcelBatch): Promise<void> {
  return ctx.database.within('platform', async (em) => {
    const wanted = await queryRows(em, 'select from parcel_datasets where name = $1 and imported_at > $2 for share', [
      dataset,
      unwantedSince,
    ])
    if (wanted.length === 0) throw new Refused('The import was removed.')
    await queryRows(em, insertParcels, [dataset, batch.numbers, ...batch.columns])
    await queryRows(em, insertCompanyWords, [dataset, batch.words, batch.streets])
  })
}

/** Tells in the import why its file cannot be imported, unless it was removed or is checked anew. */
async function noteFailure({ ctx, job }: JobRun, tenantId: string, error: string): Promise<void> {
  const { importId } = job.input as ParcelCheckInput
  const [failed] = await transactInTenant(ctx, tenantId, ({ em }) =>
    queryRows<{ dataset: string | null }>(
      em,
      `update parcel_imports set status = 'failed', error = $4, changed_at = $5
       where tenant_id = $1 and id = $2 and job_id = $3 and status = 'checking' returning dataset`,
      [tenantId, importId, job.id, error, ctx.now()],
    ),
  )
  await discardDataset(ctx.database, tenantId, failed?.dataset ?? null)
}
