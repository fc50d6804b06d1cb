import { v7 as uuidv7 } from 'uuid'
import { addressKeyOf } from '../../domain/addresses/addressKey.ts'
import { isSameDoorNumber, type Comparison } from '../../domain/addresses/compareProperties.ts'
import { Unavailable } from '../../domain/errors.ts'
import { makePauses } from '../../domain/pauses.ts'
import { byId } from '../../domain/ids.ts'
import { maxVisits } from '../../domain/imports/visitFields.ts'
import { importedChanges } from '../../domain/properties/propertyFields.ts'
import {
  changeProperties,
  differencesFrom,
  doorAtPoint,
  lockProperties,
  neighborhoodOf,
  previousOf,
  insertProperties,
  type PropertyValues as SavedValues,
} from '../../records/propertyWrites.ts'
import { storeImportAssignees } from '../../records/importAssignees.ts'
import { insertImportedVisits } from '../../records/knockWrites.ts'
import { PropertyIndex, type FoundProperty } from '../properties/propertyIndex.ts'
import { locateRows, takenMessage, type LocatedRow } from './propertyRows.ts'
import type { ImportedRecord } from './importedRecords.ts'
import type { ImportPart, Importer } from './importer.ts'
import type { DescribedValues, PropertyValues, RowVisit } from './reading/rowFormats.ts'
import type { RowErrors } from './rowErrors.ts'
import { outcomeOf, reasons, unsureOutcomeOf, type RowOutcome } from './rowOutcomes.ts'
import { claimDoors, placeOf, type CreatedProperty } from './claimDoors.ts'

/** Imports properties: new ones are saved, those that are saved already are left alone or updated. */
export const propertiesImporter: Importer<PropertyValues, PropertyPart> = {
  scope: 'tenant',

  async plan(run, tenantId, rows, { onDuplicate, countsVisits = false }, errors, decided, ownIds) {
    const { ctx, job } = run
    const { located, forgotten } = await locateRows(run, tenantId, rows, new Map(), errors, decided)
    const { creates, updates, outcomes, visits } = await decide(located, onDuplicate === 'update', errors)
    const visitsOf = (propertyId: string) => [...(visits.get(propertyId)?.values() ?? [])]
    const properties = creates.map(({ row, id, values }): CreatedProperty => {
      const {
        tags = [],
        priority = 'normal',
        status = 'new',
        assignedTo = null,
        createdAt = ctx.now(),
        assigneeEmail: _assignee,
        visit: _,
        ...property
      } = values
      const facts = { ...property, ...placeOf(values) }
      return { id, row, facts, tags, priority, status, assignedTo, repId: assignedTo, createdAt }
    })
    const own = new Set([...ownIds, ...properties.map(({ id }) => id)])
    return {
      outcomes: [...outcomes, ...forgotten],
      visits: [...visits.values()].reduce((sum, ofProperty) => sum + ofProperty.size, 0),
      parts: [
        ...properties.map((created, at) => ({
          propertyId: created.id,
          created,
          update: null,
          assigneeEmail: creates[at]!.values.assigneeEmail,
        })),
        ...[...updates].map(([propertyId, update]) => ({
          ...{ propertyId, created: null, update },
          assigneeEmail: update.values.assigneeEmail,
        })),
      ],
      async save(transaction, parts) {
        const creates = parts.flatMap(({ created }) => created ?? [])
        const updated = parts.flatMap(({ propertyId, update }) => (update ? { propertyId, ...update } : []))
        await claimDoors(ctx, transaction, tenantId, creates, own)
        const ids = updated.map(({ propertyId }) => propertyId)
        const saved = byId(await lockProperties(transaction.em, tenantId, ids))
        const changes = updated.map(({ propertyId, outcome, values }) => {
          const before = saved.get(propertyId)
          if (!before) throw new Unavailable('Properties of the file were deleted meanwhile.')
          const change = differencesFrom(before, changeOf(values))
          const fields = Object.keys(change)
          outcome.reason = fields.length > 0 ? reasons.changed(fields) : reasons.unchanged
          if (visitsOf(before.id).length > 0) outcome.reason = reasons.withVisits(outcome.reason)
          return { row: outcome.row, before, change }
        })
        const changed = changes.filter(
          ({ before, change }) => Object.keys(change).length > 0 || visitsOf(before.id).length > 0,
        )
        await changeProperties(
          ctx,
          transaction,
          tenantId,
          changed.filter(({ change }) => Object.keys(change).length > 0),
        )
        await insertProperties(ctx, transaction, tenantId, creates)
        const places = [
          ...creates.map(({ id, facts }) => ({ id, neighborhood: neighborhoodOf(facts) })),
          ...changed.map(({ before }) => before),
        ]
        const made = places.flatMap((property) => visitsOf(property.id).map((visit) => ({ property, ...visit })))
        await insertImportedVisits(transaction, tenantId, job.id, made, countsVisits)
        await storeImportAssignees(
          transaction.em,
          tenantId,
          job.id,
          parts.flatMap(({ propertyId, assigneeEmail: email }) => (email ? { propertyId, email } : [])),
        )
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
  assigneeEmail: string | undefined
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
  /** The visits of each created or updated house, each once. */
  visits: Map<string, Map<string, RowVisit>>
}

/** Which rows are new. A house that is twice in the file is created once, and updated by the later row. */
async function decide(
  rows: readonly LocatedRow<PropertyValues>[],
  updatesDuplicates: boolean,
  errors: RowErrors,
): Promise<Plan> {
  const { creates, updates, outcomes, visits }: Plan = {
    creates: [],
    updates: new Map(),
    outcomes: [],
    visits: new Map(),
  }
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
    /** Adds the visit of the row, if it has one, to its house. Returns false for one too many. */
    const addVisit = (propertyId: string) => addVisitOf(located, propertyId, visits, errors)
    if (unsure && decision === 'new' && inRows && isTaken(values, inRows.alternatives))
      errors.add(row, 'address', takenMessage)
    else if (unsure && decision !== 'new') outcomes.push(unsure)
    else if (savedId === null && !earlier) {
      const property = { id: uuidv7(), row, values }
      creates.push(property)
      inFile.add({ ...values, address: values.address! }, property)
      addVisit(property.id)
      outcomes.push(outcomeOf(located, 'created', reasons.newProperty, property.id))
    } else if (!updatesThis && sameRow && values.visit) {
      // A file of visits has a row for each, also of a house that it creates.
      if (addVisit(sameRow.id)) outcomes.push(outcomeOf(located, 'updated', reasons.visitsRow(sameRow.row), sameRow.id))
    } else if (!updatesThis) {
      const reason = sameRow ? reasons.sameAsRow(sameRow.row) : reasons.saved
      outcomes.push(outcomeOf(located, 'skipped', reason, savedId ?? sameRow!.id))
    } else {
      if (values.visit && !addVisit(savedId ?? sameRow!.id)) continue
      const updatedRow = sameRow?.row ?? updates.get(savedId!)?.outcome.row
      const reason = updatedRow ? reasons.updatesRow(updatedRow) : reasons.updatesSaved
      const outcome = outcomeOf(located, 'updated', reason, savedId ?? sameRow!.id)
      outcomes.push(outcome)
      if (earlier) Object.assign(earlier, changeOf(values))
      else updates.set(savedId!, { outcome, values })
    }
  }
  return { creates, updates, outcomes, visits }
}

/** Returns false, with an error, if the house has too many visits. A visit that an earlier row has is one with it. */
function addVisitOf(
  { row, values: { visit } }: LocatedRow<PropertyValues>,
  propertyId: string,
  visits: Plan['visits'],
  errors: RowErrors,
): boolean {
  if (!visit) return true
  const ofProperty = visits.get(propertyId) ?? new Map<string, RowVisit>()
  visits.set(propertyId, ofProperty)
  ofProperty.set(`${visit.at.getTime()} ${visit.outcome} ${visit.repId}`, visit)
  if (ofProperty.size <= maxVisits) return true
  ofProperty.delete([...ofProperty.keys()].at(-1)!)
  errors.add(row, 'visited_at', `A property can have at most ${maxVisits} visits in a file.`)
  return false
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
