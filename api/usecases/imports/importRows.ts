import type { Context } from '../../context.ts'
import type { Database } from '../../database/connection.ts'
import type { CellValue } from '../../domain/csv.ts'
import { NotFound } from '../../domain/errors.ts'
import type { ImportOutcome, RowDecision } from '../../domain/imports/importFields.ts'
import { maxLimit, readCursor, toPage, writeCursor, type Page, type PageRequest } from '../../domain/paging.ts'
import { distanceMeters, type Point } from '../../domain/point.ts'
import { rowsGoneMessage } from './decisions.ts'
import type { ImportInput } from './importJob.ts'
import type { UnsureMatch } from './rowOutcomes.ts'
import { readImport } from './startImport.ts'
import { countRows, readOutcomes, type OutcomeQuery, type StoredOutcome } from './storedOutcomes.ts'

/** A property that an unsure row may mean. */
export interface CandidateView {
  /** Null for the house of an earlier row in a check, which saves nothing. */
  propertyId: string | null
  address: string | null
  ownerName: string | null
  /** From the point of the row; null if one of the points is not known. */
  distanceMeters: number | null
}

/** A row of an import and what became of it. */
export interface ImportRowView {
  row: number
  outcome: ImportOutcome
  reason: string
  /** What was kept of the row although it may be wrong; null for nothing. */
  warning: string | null
  /** Null if the row has no property, or it was deleted since. */
  propertyId: string | null
  propertyAddress: string | null
  address: string | null
  ownerName: string | null
  /** What was decided about an unsure row; it is unsure until the job has done it. */
  decision: RowDecision | null
  /** Of a row that is still unsure. */
  candidates: CandidateView[]
}

interface SavedProperty extends Point {
  id: string
  address: string
  ownerName: string | null
}

/** What became of the rows of an import of the caller, in the order of the file. Throws `NotFound` when they are no longer kept. */
export async function listImportRows(
  ctx: Context,
  importId: string,
  outcome: ImportOutcome | null | undefined,
  { limit, after, offset }: PageRequest,
): Promise<Page<ImportRowView>> {
  const query = { outcome, limit: limit + 1, offset, ...(after && { after: Number(readCursor(after, [isRow])[0]) }) }
  const rows = await (await openRows(ctx, importId)).read(query)
  return toPage(rows, limit, ({ row }) => writeCursor(row))
}

/** The number of rows of an import of the caller with this outcome, or of all. */
export async function countImportRows(
  ctx: Context,
  importId: string,
  outcome: ImportOutcome | null | undefined,
): Promise<number> {
  const { tenantId, id } = await readImport(ctx, importId)
  return ctx.database.within({ tenantId }, (em) => countRows(em, tenantId, id, outcome))
}

export const rowHeadings = ['row', 'outcome', 'reason', 'property_id', 'address', 'warning'] as const

/** The rows of an import of the caller as cells for `rowHeadings`, in pages, and a name for their file. */
export async function exportImportRows(
  ctx: Context,
  importId: string,
  outcome: ImportOutcome | null | undefined,
): Promise<{ filename: string; pages: AsyncIterable<CellValue[][]> }> {
  const { fileName, read } = await openRows(ctx, importId)
  async function* pages() {
    for (let after = 0; ;) {
      const rows = await read({ outcome, after, limit: maxLimit })
      yield rows.map(({ row, reason, propertyId, propertyAddress, address, ...view }) => [
        row,
        view.outcome,
        reason,
        propertyId,
        address ?? propertyAddress,
        view.warning,
      ])
      if (rows.length < maxLimit) return
      after = rows.at(-1)!.row
    }
  }
  return { filename: `${fileName.replace(/\.\w+$/, '')}-rows.csv`, pages: pages() }
}

/** Reads pages of the rows. Throws `NotFound` if the import has ended and its rows are no longer kept. */
async function openRows(ctx: Context, importId: string) {
  const { id, tenantId, input, status, total } = await readImport(ctx, importId)
  const { fileName, isDryRun } = input as ImportInput
  if (status === 'done' && (total ?? 0) > 0) {
    const first = await ctx.database.within({ tenantId }, (em) => readOutcomes(em, tenantId, id, { limit: 1 }))
    if (first.length === 0) throw new NotFound(rowsGoneMessage)
  }
  const read = async (query: OutcomeQuery): Promise<ImportRowView[]> => {
    const rows = await ctx.database.within({ tenantId }, (em) => readOutcomes(em, tenantId, id, query))
    const properties = await readProperties(ctx.database, tenantId, rows)
    return rows.map((row) => toView(row, properties, isDryRun))
  }
  return { fileName, read }
}

async function readProperties(
  database: Database,
  tenantId: string,
  rows: readonly StoredOutcome[],
): Promise<Map<string, SavedProperty>> {
  const ids = rows.flatMap(({ propertyId, outcome, unsure }) => [
    ...(propertyId ? [propertyId] : []),
    ...(outcome === 'unsure' ? unsure!.candidates.map((candidate) => candidate.propertyId) : []),
  ])
  const found = await database.query<SavedProperty>(
    { tenantId },
    `select id, address, owner_name as "ownerName", lat, lng from properties where tenant_id = $1 and id = any($2::uuid[])`,
    [tenantId, [...new Set(ids)]],
  )
  return new Map(found.map((property) => [property.id, property]))
}

function toView(
  { row, outcome, reason, warning, propertyId, address, ownerName, unsure, decision }: StoredOutcome,
  properties: ReadonlyMap<string, SavedProperty>,
  isDryRun: boolean,
): ImportRowView {
  const property = propertyId === null ? undefined : properties.get(propertyId)
  return {
    ...{ row, outcome, reason, warning, address, ownerName, decision },
    propertyId: property?.id ?? null,
    propertyAddress: property?.address ?? null,
    candidates: outcome === 'unsure' ? candidatesOf(unsure!, properties, isDryRun) : [],
  }
}

function candidatesOf(
  { lat, lng, candidates }: UnsureMatch,
  properties: ReadonlyMap<string, SavedProperty>,
  isDryRun: boolean,
): CandidateView[] {
  return candidates.flatMap(({ propertyId, inFile }) => {
    const saved = properties.get(propertyId)
    const property = saved ?? (isDryRun ? inFile : undefined)
    if (!property) return []
    const points = [
      [lat, lng],
      [property.lat, property.lng],
    ].flatMap(([y, x]) => (y == null || x == null ? [] : { lat: y, lng: x }))
    return {
      propertyId: saved?.id ?? null,
      address: property.address,
      ownerName: property.ownerName,
      distanceMeters: points.length === 2 ? Math.round(distanceMeters(points[0]!, points[1]!)) : null,
    }
  })
}

const isRow = (part: string) => /^\d{1,9}$/.test(part)
