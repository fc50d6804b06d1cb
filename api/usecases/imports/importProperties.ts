import { v7 as uuidv7 } from 'uuid'
import type { Comparison } from '../../domain/addresses/compareHouses.ts'
import { Unavailable } from '../../domain/errors.ts'
import { makePauses } from '../../domain/pauses.ts'
import { changeHouses, differencesFrom, lockHouses, previousOf, type HouseChange } from './changeHouses.ts'
import { HouseIndex } from '../properties/houseIndex.ts'
import { locateRows, type LocatedRow } from './houseRows.ts'
import type { ImportedRecord } from './importedRecords.ts'
import type { Importer } from './importer.ts'
import type { PropertyValues } from './reading/rowFormats.ts'
import { saveHouses, type NewHouse } from './saveHouses.ts'

/** Imports properties: new ones are saved, those that are saved already are left alone or updated. */
export const propertiesImporter: Importer<PropertyValues> = {
  scope: 'tenant',

  async plan(run, tenantId, rows, { onDuplicate }, errors) {
    const { ctx } = run
    const located = await locateRows(run, tenantId, rows, new Map(), errors)
    const { creates, updates, skipped, updated, unsure } = await decide(located, onDuplicate === 'update')
    const houses = creates.map(({ row, id, values }): NewHouse => {
      const {
        tags = [],
        priority = 'normal',
        status = 'new',
        assignedTo = null,
        createdAt = ctx.now(),
        ...house
      } = values
      return { id, row, values: house, tags, priority, status, assignedTo, createdAt }
    })
    return {
      counts: { created: houses.length, updated, skipped, unsure },
      async save(transaction, reached) {
        const saved = await lockHouses(transaction.em, tenantId, [...updates.keys()])
        const changes = [...updates].map(([id, { values, row }]) => {
          const before = saved.get(id)
          if (!before) throw new Unavailable('Properties of the file were deleted meanwhile.')
          return { row, before, change: differencesFrom(before, changeOf(values)) }
        })
        const changed = changes.filter(({ change }) => Object.keys(change).length > 0)
        await changeHouses(ctx, transaction, tenantId, changed, reached)
        await saveHouses(ctx, transaction, tenantId, houses, (done) => reached(changed.length + done))
        return [
          ...houses.map(({ id, row }): ImportedRecord => ({ kind: 'property', id, row, previous: null })),
          ...changed.map((change): ImportedRecord => ({
            kind: 'property',
            id: change.before.id,
            row: change.row,
            previous: previousOf(change),
          })),
        ]
      },
    }
  },
}

interface Decisions {
  creates: { id: string; row: number; values: PropertyValues }[]
  /** By the id of the saved house. */
  updates: Map<string, { row: number; values: PropertyValues }>
  skipped: number
  /** The rows that update a house, which may be one of another row. */
  updated: number
  /** The rows of which it is not sure whether their house is a saved one, or one of another row. They change nothing. */
  unsure: number
}

/** Which rows are new. A house that is twice in the file is created once, and updated by the later row. */
async function decide(rows: readonly LocatedRow<PropertyValues>[], updatesDuplicates: boolean): Promise<Decisions> {
  const decisions: Decisions = { creates: [], updates: new Map(), skipped: 0, updated: 0, unsure: 0 }
  const inFile = new HouseIndex<PropertyValues>()
  const pause = makePauses()
  for (const { row, values, savedId, unsure } of rows) {
    await pause()
    const identity = { ...values, address: values.address! }
    const inRows = savedId === null ? inFile.find(identity) : null
    const sameRow = inRows?.comparison.verdict === 'same' ? inRows.house : undefined
    const earlier = savedId === null ? sameRow : decisions.updates.get(savedId)?.values
    if (unsure || (inRows && isUndecided(inRows.comparison))) decisions.unsure += 1
    else if (savedId === null && !earlier) {
      decisions.creates.push({ id: uuidv7(), row, values })
      inFile.add(identity, values)
    } else if (!updatesDuplicates) decisions.skipped += 1
    else {
      decisions.updated += 1
      if (earlier) Object.assign(earlier, changeOf(values))
      else decisions.updates.set(savedId!, { row, values })
    }
  }
  return decisions
}

/** Whether two rows may be one house. A unit beside its building, and each of its units, has a row of its own. */
export function isUndecided({ verdict, reason }: Comparison): boolean {
  return verdict === 'unsure' && reason !== 'unit'
}

/** What a row changes of a saved house: its place stays as it is. */
function changeOf({
  ownerName,
  ownerAddress,
  ownerSource,
  ownerPhone,
  ownerEmail,
  parcelId,
  unconfirmed,
  notes,
  tags,
  priority,
  status,
  assignedTo,
}: PropertyValues): HouseChange {
  const change: HouseChange = {
    ownerName,
    ownerAddress,
    ownerSource,
    ownerPhone,
    ownerEmail,
    parcelId,
    unconfirmed,
    notes,
    tags,
    priority,
    status,
    assignedTo,
  }
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}
