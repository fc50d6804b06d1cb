import { geocoderOf, type Context } from '../../context.ts'
import type { VerdictReason } from '../../domain/addresses/compareProperties.ts'
import { isState } from '../../domain/addresses/spellings.ts'
import { streetNumberOf } from '../../domain/addresses/houseNumbers.ts'
import type { Database } from '../../database/connection.ts'
import type { RowDecision } from '../../domain/imports/importFields.ts'
import type { DecidedRow } from './importer.ts'
import type { ParsedRow } from './reading/parseRows.ts'
import { placeOf } from './claimDoors.ts'
import type { DescribedValues } from './reading/rowFormats.ts'
import type { RowErrors } from './rowErrors.ts'
import { outcomeOf, reasons, type RowOutcome } from './rowOutcomes.ts'
import type { Geocoder } from '../../services/geocoder/geocoder.ts'
import { makePauses } from '../../domain/pauses.ts'
import { PropertyIndex, indexSavedProperties, type PropertyIdentity } from '../properties/propertyIndex.ts'
import type { JobRun } from '../jobs/runJob.ts'
import { findForgotten } from '../../records/forgottenAddresses.ts'
import { doorAtPoint, findTakenDoors } from '../../records/propertyWrites.ts'

/** Where each row's house is: saved, or new at a point. */
export interface LocatedRow<Values> extends ParsedRow<Values> {
  /** The id of the saved house; null for one that is not saved. */
  savedId: string | null
  /** The saved houses of which one may be meant; a person decides. Null if it is sure. */
  unsure: { ids: string[]; reason: VerdictReason } | null
  /** What a person has decided about the row; null for a row that nobody was asked about. */
  decision: RowDecision | null
}

/** The rows that may be saved, and the outcomes of those whose household asked to be forgotten. */
interface LocatedRows<Values> {
  located: LocatedRow<Values>[]
  forgotten: RowOutcome[]
}

const geocodeBatchSize = 4

/**
 * Finds the saved house of each row, and the point of the others. Adds an error for a row whose house is not saved and has no point,
 * and for a decided one whose house was deleted or cannot be saved. Leaves out the rows of households that asked to be forgotten. Addresses are looked up only where this costs nothing.
 */
export async function locateRows<Values extends DescribedValues>(
  { ctx, progress }: JobRun,
  tenantId: string,
  rows: readonly ParsedRow<Values>[],
  savedIds: ReadonlyMap<number, string>,
  errors: RowErrors,
  decided: ReadonlyMap<number, DecidedRow>,
): Promise<LocatedRows<Values>> {
  const identityOf = ({ values }: ParsedRow<Values>): PropertyIdentity => ({ ...values, address: values.address ?? '' })
  const index = await indexSavedProperties(ctx.database, tenantId, rows.map(identityOf))
  const pause = makePauses()
  const located: LocatedRow<Values>[] = []
  const decidedIds = [...decided.values()].flatMap(({ propertyId }) => propertyId ?? [])
  const known = await findProperties(ctx.database, tenantId, decidedIds)
  const find = ({ decision, ...row }: ParsedRow<Values> & Pick<LocatedRow<Values>, 'decision'>): LocatedRow<Values> =>
    decision === 'new'
      ? { ...row, decision, savedId: null, unsure: null }
      : { ...row, decision, ...findSaved(index, identityOf(row)) }
  for (const row of rows) {
    await pause()
    const { decision = null, propertyId = null } = decided.get(row.row) ?? {}
    const savedId = propertyId ?? savedIds.get(row.row)
    if (propertyId !== null && !known.has(propertyId)) errors.add(row.row, 'address', 'This property was deleted.')
    else located.push(savedId ? { ...row, decision, savedId, unsure: null } : find({ ...row, decision }))
  }
  const withoutPoint = located.filter(({ savedId, values }) => savedId === null && values.lat === undefined)
  const isFree = ctx.services.providers.geocoder !== 'mapbox'
  // A house that an earlier row locates is found by its address.
  const inFile = new PropertyIndex<Partial<DescribedValues>>()
  for (const { savedId, values } of withoutPoint.length > 0 ? located : []) {
    await pause()
    if (savedId === null && values.lat !== undefined && values.address)
      inFile.add({ ...values, address: values.address }, { lat: values.lat, lng: values.lng! })
  }
  const lookUps: LookUps = new Map()
  for (let start = 0; start < withoutPoint.length; start += geocodeBatchSize) {
    await progress(0)
    await Promise.all(
      withoutPoint.slice(start, start + geocodeBatchSize).map(async (row) => {
        const { values } = row
        const earlier = inFile.find({ ...values, address: values.address ?? '' })
        const point =
          (earlier?.comparison.verdict === 'same' ? earlier.property : null) ??
          (isFree && values.address ? await geocode(ctx, values, lookUps) : null)
        if (point) Object.assign(row, find({ ...row, values: Object.assign(values, point) }))
        else if (!row.unsure) errors.add(row.row, 'address', messageWithoutPoint(values, isFree))
      }),
    )
  }
  const creates = located.filter(({ row, decision }) => decision === 'new' && !errors.has(row))
  const doors = creates.map(({ values }) => doorAtPoint(placeOf(values)))
  const taken =
    doors.length > 0 ? await ctx.database.within({ tenantId }, (em) => findTakenDoors(em, tenantId, doors)) : []
  for (const at of taken) errors.add(creates[at]!.row, 'address', takenMessage)
  const good = located.filter(({ row }) => !errors.has(row))
  const forgotten = await ctx.database.within({ tenantId }, (em) =>
    findForgotten(
      ctx,
      em,
      tenantId,
      good.map(({ values }) => values),
    ),
  )
  return {
    located: good.filter((_, at) => !forgotten.has(at)),
    // Its values are not kept either.
    forgotten: [...forgotten].map((at) => outcomeOf({ row: good[at]!.row, values: {} }, 'skipped', reasons.forgotten)),
  }
}

/** Why a row that is decided to be new cannot be saved. */
export const takenMessage =
  'A property with this number and unit is saved at the same point, so this cannot be saved as another one.'

/** Which of these are properties of the tenant. */
export async function findProperties(
  database: Database,
  tenantId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const found = await database.query<{ id: string }>(
    { tenantId },
    'select id from properties where tenant_id = $1 and id = any($2::uuid[])',
    [tenantId, ids],
  )
  return new Set(found.map(({ id }) => id))
}

function findSaved(
  index: PropertyIndex<string>,
  identity: PropertyIdentity,
): Pick<LocatedRow<never>, 'savedId' | 'unsure'> {
  const found = index.find(identity)
  if (!found) return { savedId: null, unsure: null }
  if (found.comparison.verdict === 'same') return { savedId: found.property, unsure: null }
  return { savedId: null, unsure: { ids: found.alternatives, reason: found.comparison.reason } }
}

function messageWithoutPoint({ address, state, zipCode }: DescribedValues, isFree: boolean): string {
  if (!address) return 'This house is not saved, so its row needs an address.'
  if (!/\d/.test(address)) return 'No house number.'
  if (state && !isState(state))
    return `Address not found: "${state.slice(0, 60)}" is not a state. Correct it, or add columns with lat and lng.`
  if (isFree && zipCode) return `Address not found. Check the ZIP code ${zipCode}, or add columns with lat and lng.`
  return isFree
    ? 'Address not found. Add columns with lat and lng.'
    : 'Looking up addresses costs money here. Add columns with lat and lng.'
}

/** What was found for each address of the file. Many rows may have the same address. */
type LookUps = Map<string, ReturnType<Geocoder['forward']>>

/** The point of exactly this address, and the parts of the address that the row lacks, by a provider that charges nothing. */
async function geocode(
  ctx: Context,
  values: DescribedValues,
  lookUps: LookUps,
): Promise<Partial<DescribedValues> | null> {
  const { address, city, state, zipCode } = values
  const full = [address, city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const lookUp = lookUps.get(full) ?? geocoderOf(ctx).forward(full, { limit: 1 })
  lookUps.set(full, lookUp)
  const [found] = (await lookUp).found
  if (!found || found.partial || found.type === 'street' || found.streetNumber !== streetNumberOf(address!)) return null
  const parts = { city: found.city, state: found.state, zipCode: found.zipCode, neighborhood: found.neighborhood }
  const missing = Object.entries(parts).filter(
    ([key, value]) => value !== null && values[key as keyof DescribedValues] === undefined,
  )
  return { ...found.point, ...Object.fromEntries(missing) }
}
