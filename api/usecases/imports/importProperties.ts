import { v7 as uuidv7 } from 'uuid'
import { addressKeyOf } from '../../domain/addresses/addressKey.ts'
import { isSameDoorNumber, type Comparison } from '../../domain/addresses/compareProperties.ts'
import { Unavailable } from '../../domain/errors.ts'
import { makePauses } from '../../domain/pauses.ts'
import { byId } from '../../domain/ids.ts'
import { importedChanges } from '../../domain/properties/propertyFields.ts'
import {
  changeProperties,
  differencesFrom,
  doorAtPoint,
  lockProperties,
  previousOf,
  insertProperties,
  type PropertyValues as SavedValues,
} from '../../records/propertyWrites.ts'
import { PropertyIndex, type FoundProperty } from '../properties/propertyIndex.ts'
import { locateRows, takenMessage, type LocatedRow } from './propertyRows.ts'
import type { ImportedRecord } from './importedRecords.ts'
import type { ImportPart, Importer } from './importer.ts'
import type { DescribedValues, PropertyValues } from './reading/rowFormats.ts'
import type { RowErrors } from './rowErrors.ts'
import { outcomeOf, reasons, unsureOutcomeOf, type RowOutcome } from './rowOutcomes.ts'
import { claimDoors, placeOf, type CreatedProperty } from './claimDoors.ts'

/** Imports properties: new ones are saved, those that are saved already are left alone or updated. */
export const propertiesImporter: Importer<PropertyValues, PropertyPart> = {
  scope: 'tenant',

  async plan(run, tenantId, rows, { onDuplicate }, errors, decided, ownIds) {
    const { ctx } = run
    const located = await locateRows(run, tenantId, rows, new Map(), errors, decided)
    const { creates, updates, outcomes } = await decide(located, onDuplicate === 'update', errors)
    const properties = creates.map(({ row, id, values }): CreatedProperty => {
      const {
        tags = [],
        priority = 'normal',
        status = 'new',
        assignedTo = null,
        createdAt = ctx.now(),
        ...property
      } = values
      const facts = { ...property, ...placeOf(values) }
      return { id, row, facts, tags, priority, status, assignedTo, repId: assignedTo, createdAt }
    })
    const own = new Set([...ownIds, ...properties.map(({ id }) => id)])
    return {
      outcomes,
      parts: [
        ...properties.map((created) => ({ propertyId: created.id, created, update: null })),
        ...[...updates].map(([propertyId, update]) => ({ propertyId, created: null, update })),
      ],
      async save(transaction, parts) {
        const creates = parts.flatMap(({ created }) => created ?? [])
        const updated = parts.flatMap(({ propertyId, update }) => (update ? { propertyId, ...update } : []))
        await claimDoors(transaction, tenantId, creates, own)
        const ids = updated.map(({ propertyId }) => propertyId)
        const saved = byId(await lockProperties(transaction.em, tenantId, ids))
        const changes = updated.map(({ propertyId, outcome, values }) => {
          const before = saved.get(propertyId)
          if (!before) throw new Unavailable('Properties of the file were deleted meanwhile.')
          const change = differencesFrom(before, changeOf(values))
          const fields = Object.keys(change)
          outcome.reason = fields.length > 0 ? reasons.changed(fields) : reasons.unchanged
          return { row: outcome.row, before, change }
        })
        const changed = changes.filter(({ change }) => Object.keys(change).length > 0)
        await changeProperties(ctx, transaction, tenantId, changed)
        await insertProperties(ctx, transaction, tenantId, creates)
        return [
          ...creates.map(({ id, row }): ImportedRecord => ({ kind: 'property', id, row, previous: null })),
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

/** A property that the file creates or changes. */
interface PropertyPart extends ImportPart {
  propertyId: string
  created: CreatedProperty | null
  update: PropertyUpdate | null
}

interface PropertyUpdate {
  outcome: RowOutcome
  values: PropertyValues
}

/** A house that a row of the file creates. Later rows may update it. */
interface CreatedRow {
  id: string
  row: number
  values: PropertyValues
}

interface Plan {
  creates: CreatedRow[]
  /** By the id of the saved house. */
  updates: Map<string, PropertyUpdate>
  outcomes: RowOutcome[]
}

/** Which rows are new. A house that is twice in the file is created once, and updated by the later row. */
async function decide(
  rows: readonly LocatedRow<PropertyValues>[],
  updatesDuplicates: boolean,
  errors: RowErrors,
): Promise<Plan> {
  const { creates, updates, outcomes }: Plan = { creates: [], updates: new Map(), outcomes: [] }
  const inFile = new PropertyIndex<CreatedRow>()
  const pause = makePauses()
  for (const located of rows) {
    await pause()
    const { row, values, savedId, decision } = located
    const inRows = savedId === null ? inFile.find({ ...values, address: values.address! }) : null
    const unsure = unsureOf(located, inRows)
    const sameRow = inRows?.comparison.verdict === 'same' ? inRows.property : undefined
    const earlier = savedId === null ? sameRow?.values : updates.get(savedId)?.values
    const updatesThis = updatesDuplicates || decision === 'same'
    if (unsure && decision === 'new' && inRows && isTaken(values, inRows.alternatives))
      errors.add(row, 'address', takenMessage)
    else if (unsure && decision !== 'new') outcomes.push(unsure)
    else if (savedId === null && !earlier) {
      const property = { id: uuidv7(), row, values }
      creates.push(property)
      inFile.add({ ...values, address: values.address! }, property)
      outcomes.push(outcomeOf(located, 'created', reasons.newProperty, property.id))
    } else if (!updatesThis) {
      const reason = sameRow ? reasons.sameAsRow(sameRow.row) : reasons.saved
      outcomes.push(outcomeOf(located, 'skipped', reason, savedId ?? sameRow!.id))
    } else {
      const updatedRow = sameRow?.row ?? updates.get(savedId!)?.outcome.row
      const reason = updatedRow ? reasons.updatesRow(updatedRow) : reasons.updatesSaved
      const outcome = outcomeOf(located, 'updated', reason, savedId ?? sameRow!.id)
      outcomes.push(outcome)
      if (earlier) Object.assign(earlier, changeOf(values))
      else updates.set(savedId!, { outcome, values })
    }
  }
  return { creates, updates, outcomes }
}

/** The outcome of a row that may mean saved houses or those of earlier rows; null if it is sure. */
export function unsureOf(
  located: LocatedRow<DescribedValues>,
  inRows: FoundProperty<Pick<CreatedRow, 'id'> & { values: DescribedValues }> | null,
): RowOutcome | null {
  const { unsure } = located
  const ofRows = inRows && isUndecided(inRows.comparison) ? inRows : null
  if (!unsure && !ofRows) return null
  return unsureOutcomeOf(located, unsure?.reason ?? ofRows!.comparison.reason, [
    ...(unsure?.ids ?? []).map((propertyId) => ({ propertyId })),
    ...(ofRows?.alternatives ?? []).map(
      ({ id, values: { address = null, ownerName = null, lat = null, lng = null } }) => ({
        propertyId: id,
        inFile: { address, ownerName, lat, lng },
      }),
    ),
  ])
}

/** Whether one of the houses has the number, unit and point of the row. */
export function isTaken(values: DescribedValues, properties: readonly { values: DescribedValues }[]): boolean {
  const { point5 } = doorAtPoint(placeOf(values))
  const key = addressKeyOf({ address: values.address! })
  return properties.some(
    (property) =>
      doorAtPoint(placeOf(property.values)).point5 === point5 &&
      isSameDoorNumber(key, addressKeyOf({ address: property.values.address! })),
  )
}

/** Whether two rows may be one house. A unit beside its building, and each of its units, has a row of its own. */
function isUndecided({ verdict, reason }: Comparison): boolean {
  return verdict === 'unsure' && reason !== 'unit'
}

/** What a row changes of a saved property. */
function changeOf(values: PropertyValues): SavedValues {
  const given = importedChanges.filter((name) => values[name] !== undefined)
  return Object.fromEntries(given.map((name) => [name, values[name]]))
}
