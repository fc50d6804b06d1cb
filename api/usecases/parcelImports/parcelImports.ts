import { v7 as uuidv7 } from 'uuid'
import type { Context } from '../../context.ts'
import { type EntityManager, queryRows, sqlStateOf } from '../../database/connection.ts'
import { Conflict, Refused } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { countParts, lengthOfPart, maxParcelFileBytes, parcelUndoMs } from '../../domain/parcelImports/parcelFiles.ts'
import { assertCanWrite } from '../../domain/permissions.ts'
import { countAttempt } from '../../log/quotas.ts'
import { transact, transactInTenant } from '../../log/transact.ts'
import { assertDatasetName } from '../../services/parcels/import/datasetName.ts'
import type { ParcelFileHead } from '../../services/parcels/import/parcelProtocol.ts'
import { readParcelHead } from '../../services/parcels/import/readParcels.ts'
import { createJob } from '../jobs/jobs.ts'
import { authorizeParcelImport, authorizeParcelRead } from './authorizeParcelImports.ts'
import type { ParcelCheckInput } from './loadParcels.ts'
import { discardDataset } from './parcelDatasets.ts'
import {
  changeParcelImport,
  lockParcelImport,
  requireStatus,
  selectedParcelImport,
  type ParcelImport,
} from './parcelImportRows.ts'
import { requirePart } from './parcelParts.ts'

/** A company has a few counties. More data sets would slow down each of its lookups. */
const maxDatasets = 20
const maxListed = 50

/** The newest imports of the tenant. */
export async function listParcelImports(ctx: Context): Promise<ParcelImport[]> {
  const tenantId = authorizeParcelRead(ctx)
  return ctx.database.query<ParcelImport>(
    { tenantId },
    `select ${selectedParcelImport} from parcel_imports i where i.tenant_id = $1 order by i.created_at desc, i.id desc limit ${maxListed}`,
    [tenantId],
  )
}

/** Begins an import, whose parts follow. Throws `Conflict` while another one is under way. */
export async function startParcelImport(
  ctx: Context,
  { name, fileName, totalBytes }: { name: string; fileName: string; totalBytes: number },
): Promise<ParcelImport> {
  const tenantId = authorizeParcelImport(ctx)
  assertCanWrite(ctx.actor)
  assertDatasetName(name)
  const wholeMessage = 'Give the size of the file in whole bytes.'
  if (!Number.isInteger(totalBytes)) throw new Refused(wholeMessage, { total_bytes: wholeMessage })
  if (totalBytes < 1) throw new Refused('The file is empty.', { total_bytes: 'The file is empty.' })
  if (totalBytes > maxParcelFileBytes) throw new Refused(tooLarge, { total_bytes: tooLarge })
  await countAttempt(ctx, tenantId, 'imports')
  try {
    return await transactInTenant(ctx, tenantId, async ({ em }) => {
      const id = uuidv7()
      await queryRows(
        em,
        `insert into parcel_imports (tenant_id, id, name, file_name, total_bytes, status, created_by, created_at, changed_at)
         values ($1, $2, $3, $4, $5, 'uploading', $6, $7, $7)`,
        [tenantId, id, name, displayName(fileName), totalBytes, ctx.actor!.userId, ctx.now()],
      )
      return lockParcelImport(em, tenantId, id)
    })
  } catch (error) {
    throw isOtherOpen(error) ? new Conflict(otherOpen) : error
  }
}

const tooLarge = 'The file is larger than 2 GB. Download the county in parts, such as by town, and import each.'
const otherOpen =
  'Another file of parcels is being imported for this company. Publish or remove it first, or wait until it is checked.'
/** The unique index `parcel_imports_open`. */
const isOtherOpen = (error: unknown) => sqlStateOf(error) === '23505'

const displayName = (fileName: string) =>
  fileName
    .slice(0, 200)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')

/** Stores a part of the file. The same part may be sent again. Throws `Refused` for a part of another length. */
export async function addParcelPart(
  ctx: Context,
  importId: string,
  part: number,
  bytes: Buffer,
): Promise<ParcelImport> {
  const tenantId = authorizeParcelImport(ctx)
  const id = parseId(importId, 'Import')
  return transactInTenant(ctx, tenantId, async ({ em }) => {
    const found = await lockParcelImport(em, tenantId, id)
    requireStatus(found, 'uploading')
    const parts = countParts(found.totalBytes)
    if (part >= parts) throw new Refused(`This file has the parts 0 to ${parts - 1}.`)
    const expected = lengthOfPart(found.totalBytes, part)
    if (bytes.length !== expected)
      throw new Refused(
        `Part ${part} of this file has ${expected} bytes, and ${bytes.length} were sent. Send it again.`,
      )
    const [added] = await queryRows<{ isNew: boolean }>(
      em,
      `insert into parcel_import_parts (tenant_id, import_id, part, bytes) values ($1, $2, $3, $4)
       on conflict (tenant_id, import_id, part) do update set bytes = excluded.bytes returning xmax = 0 as "isNew"`,
      [tenantId, id, part, bytes],
    )
    const received_bytes = found.receivedBytes + (added!.isNew ? bytes.length : 0)
    return changeParcelImport(em, tenantId, id, ctx.now(), { received_bytes })
  })
}

/** The columns and first records of the file, of which at least the first part was uploaded, or all if it is a zip file. Throws `Refused` for a file that cannot be read. */
export async function readParcelImportHead(ctx: Context, importId: string): Promise<ParcelFileHead> {
  const tenantId = authorizeParcelImport(ctx)
  const id = parseId(importId, 'Import')
  const { fileName, totalBytes } = await ctx.database.within({ tenantId }, (em) => lockParcelImport(em, tenantId, id))
  const readPart = (part: number) => requirePart(ctx.database, tenantId, id, part)
  return readParcelHead(ctx.services.workers, { fileName, totalBytes, readPart })
}

/** Starts the job that reads the file and prepares its parcels, which nobody finds until they are published. */
export async function checkParcelImport(
  ctx: Context,
  importId: string,
  mapping: Record<string, string>,
): Promise<ParcelImport> {
  const tenantId = authorizeParcelImport(ctx)
  const id = parseId(importId, 'Import')
  if (!mapping['parcel_id'])
    throw new Refused('Choose the column with the parcel id.', { mapping: 'The parcel id is required.' })
  // Before it counts, because an unknown import is not an attempt.
  await ctx.database.within({ tenantId }, (em) => lockParcelImport(em, tenantId, id))
  await countAttempt(ctx, tenantId, 'imports')
  const input: ParcelCheckInput = { importId: id, mapping }
  let changed: ParcelImport | null = null
  try {
    await createJob(ctx, 'parcel_check', input, async (em, job) => {
      const found = await lockParcelImport(em, tenantId, id)
      requireStatus(found, 'uploading', 'checked', 'failed')
      if (found.receivedBytes < found.totalBytes || !(await hasParts(em, tenantId, id)))
        throw new Conflict('The file is not complete: parts of it are missing. Upload it again.')
      const changes = {
        status: 'checking',
        job_id: job.id,
        error: null,
        parcels: 0,
        skipped: 0,
        failed: 0,
        reasons: '[]',
      }
      changed = await changeParcelImport(em, tenantId, id, ctx.now(), changes)
    })
  } catch (error) {
    throw isOtherOpen(error) ? new Conflict(otherOpen) : error
  }
  return changed!
}

async function hasParts(em: EntityManager, tenantId: string, id: string): Promise<boolean> {
  const found = await queryRows(
    em,
    'select from parcel_import_parts where tenant_id = $1 and import_id = $2 and part = 0',
    [tenantId, id],
  )
  return found.length > 0
}

/** Lets the company find the parcels of a checked import, instead of those of its earlier import with the same name. */
export async function publishParcelImport(ctx: Context, importId: string): Promise<ParcelImport> {
  const tenantId = authorizeParcelImport(ctx)
  const id = parseId(importId, 'Import')
  return transact(ctx, { scope: 'platform', logTenantId: tenantId }, async ({ em, record }) => {
    await ctx.database.setScope(em, { tenantId })
    const checked = await lockParcelImport(em, tenantId, id)
    requireStatus(checked, 'checked')
    const live = await queryRows<Pick<ParcelImport, 'id' | 'name' | 'dataset'>>(
      em,
      `select id, name, dataset from parcel_imports where tenant_id = $1 and status = 'live' for update`,
      [tenantId],
    )
    const replaced = live.find(({ name }) => name.toLowerCase() === checked.name.toLowerCase())
    if (!replaced && live.length >= maxDatasets)
      throw new Refused(
        `A company has at most ${maxDatasets} data sets. Import the file under the name of one of them.`,
      )
    if (replaced) await changeParcelImport(em, tenantId, replaced.id, ctx.now(), { status: 'replaced' })
    const published = await changeParcelImport(em, tenantId, id, ctx.now(), {
      status: 'live',
      published_at: ctx.now(),
      replaced_id: replaced?.id ?? null,
    })
    await queryRows(em, 'delete from parcel_import_parts where tenant_id = $1 and import_id = $2', [tenantId, id])
    await switchDatasets(ctx, em, tenantId, { live: checked.dataset!, hidden: replaced?.dataset ?? null })
    const { parcels: created, skipped, failed } = checked
    record({
      type: 'DataImported',
      subjectId: id,
      data: { importId: id, list: 'parcels', created, updated: 0, skipped, unsure: 0, failed },
    })
    return published
  })
}

/** Hides the parcels of an import again, within a day, and shows those that it replaced. */
export async function undoParcelImport(ctx: Context, importId: string): Promise<ParcelImport> {
  const tenantId = authorizeParcelImport(ctx)
  const id = parseId(importId, 'Import')
  return transact(ctx, { scope: 'platform', logTenantId: tenantId }, async ({ em, record }) => {
    await ctx.database.setScope(em, { tenantId })
    const live = await lockParcelImport(em, tenantId, id)
    requireStatus(live, 'live')
    if (ctx.now().getTime() - live.publishedAt!.getTime() > parcelUndoMs)
      throw new Conflict('An import can be undone for 24 hours.')
    const undone = await changeParcelImport(em, tenantId, id, ctx.now(), { status: 'undone' })
    const before = live.replacedId === null ? null : await lockParcelImport(em, tenantId, live.replacedId)
    const restored = before?.status === 'replaced' ? before : null
    if (restored) await changeParcelImport(em, tenantId, restored.id, ctx.now(), { status: 'live' })
    await switchDatasets(ctx, em, tenantId, { live: restored?.dataset ?? null, hidden: live.dataset })
    record({
      type: 'ImportUndone',
      subjectId: id,
      data: { importId: id, list: 'parcels', removed: live.parcels, restored: restored?.parcels ?? 0, kept: 0 },
    })
    return undone
  })
}

/** Removes an import whose parcels nobody finds, with its file. A check that runs ends. */
export async function deleteParcelImport(ctx: Context, importId: string): Promise<void> {
  const tenantId = authorizeParcelImport(ctx)
  const id = parseId(importId, 'Import')
  const { dataset } = await transactInTenant(ctx, tenantId, async ({ em }) => {
    const found = await lockParcelImport(em, tenantId, id)
    requireStatus(found, 'uploading', 'checking', 'checked', 'failed')
    await queryRows(em, 'delete from parcel_imports where tenant_id = $1 and id = $2', [tenantId, id])
    return found
  })
  await discardDataset(ctx.database, tenantId, dataset)
}

/** Shows and hides data sets of the tenant. What is hidden is deleted a day later. Throws `Conflict` if what to show is deleted already. */
async function switchDatasets(
  ctx: Context,
  em: EntityManager,
  tenantId: string,
  { live, hidden }: { live: string | null; hidden: string | null },
): Promise<void> {
  await ctx.database.setScope(em, 'platform')
  const changed = await queryRows<{ name: string }>(
    em,
    `update parcel_datasets set is_live = name is not distinct from $2, imported_at = $4
     where owner_tenant_id = $1 and name in ($2, $3) returning name`,
    [tenantId, live, hidden, ctx.now()],
  )
  await ctx.database.setScope(em, { tenantId })
  if (live !== null && !changed.some(({ name }) => name === live))
    throw new Conflict('Its parcels are no longer kept. Import the file again.')
}
