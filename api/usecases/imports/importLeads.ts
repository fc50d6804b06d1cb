import { v7 as uuidv7 } from 'uuid'
import type { Context } from '../../context.ts'
import { Unavailable } from '../../domain/errors.ts'
import { byId, isUuid } from '../../domain/ids.ts'
import { type LeadStatus, type Priority, type PropertyType } from '../../domain/enums.ts'
import { makePauses } from '../../domain/pauses.ts'
import type { EntityManager } from '../../database/connection.ts'
import { inBatches } from '../../domain/batches.ts'
import {
  changeLeads,
  insertLeads,
  lockLeads,
  type NewLeadRow,
  type StoredLeadFields,
} from '../../records/leadWrites.ts'
import { storeImportLeadAssignees } from '../../records/importAssignees.ts'
import {
  insertProperties,
  lockProperties,
  neighborhoodOf,
  previousOf,
  type ChangedProperty,
} from '../../records/propertyWrites.ts'
import { addTag } from '../../records/propertyTags.ts'
import { parseLeadFields } from '../leads/leadFields.ts'
import type { LeadWork } from '../../domain/leads/leadFields.ts'
import { PropertyIndex } from '../properties/propertyIndex.ts'
import { findProperties, locateRows, takenMessage, type LocatedRow } from './propertyRows.ts'
import { claimDoors, placeOf, type CreatedProperty } from './claimDoors.ts'
import { isTaken, unsureOf } from './importProperties.ts'
import type { ImportedRecord } from './importedRecords.ts'
import type { ImportPart, Importer } from './importer.ts'
import type { ParsedRow } from './reading/parseRows.ts'
import type { DescribedValues, LeadValues } from './reading/rowFormats.ts'
import type { RowErrors } from './rowErrors.ts'
import { outcomeOf, reasons, type RowOutcome } from './rowOutcomes.ts'

/**
 * Imports leads, with their houses where these are not saved. A lead is saved already if its house has one with its tag, and with its
 * creation time if the file gives one. Of such a lead only the status is updated.
 */
export const leadsImporter: Importer<LeadValues, LeadPart> = {
  scope: 'tenant',

  async plan(run, tenantId, rows, { onDuplicate }, errors, decided, ownIds) {
    const { ctx } = run
    const savedIds = await findGivenProperties(ctx, tenantId, rows)
    for (const { row, values } of rows)
      if (values.propertyId && !savedIds.has(row) && !values.address && !values.parcelId)
        errors.add(row, 'property_id', 'No such property.')
    const wanted = rows.filter(({ row }) => !errors.has(row))
    const { located, forgotten } = await locateRows(run, tenantId, wanted, savedIds, errors, decided)
    const saved = await findLeads(ctx, tenantId, located)
    const plan = await decide(ctx, located, saved, onDuplicate === 'update', errors)
    const own = new Set([...ownIds, ...plan.properties.map(({ id }) => id)])
    return {
      outcomes: [...plan.outcomes, ...forgotten],
      parts: partsOf(plan),
      async save(transaction, parts) {
        const properties = parts.flatMap(({ property }) => property ?? [])
        const leads = parts.flatMap((part) => part.leads)
        const updates = parts.flatMap((part) => part.updates)
        const tagged = parts.flatMap(({ propertyId, tagged: added }) => (added ? { propertyId, ...added } : []))
        await claimDoors(ctx, transaction, tenantId, properties, own)
        const taggedIds = tagged.map(({ propertyId }) => propertyId)
        const before = byId(await lockProperties(transaction.em, tenantId, taggedIds))
        const missing = tagged.flatMap(({ propertyId, row, tags }) => {
          const property = before.get(propertyId)
          if (!property) throw new Unavailable('Properties of the file were deleted meanwhile.')
          const added = [...tags].filter((tag) => !property.tags.includes(tag))
          return added.length > 0 ? [{ row, before: property, change: { tags: [...property.tags, ...added] } }] : []
        })
        const updatedIds = updates.map(({ leadId }) => leadId)
        const locked = byId(await lockLeads(transaction, tenantId, updatedIds))
        const changes = updates.flatMap(({ leadId, outcome, status, at }) => {
          const lead = locked.get(leadId)
          if (!lead) throw new Unavailable('Leads of the file were deleted meanwhile.')
          if (!status || status === lead.status) {
            outcome.reason = leadReasons.unchanged
            return []
          }
          outcome.reason = reasons.changed(['status'])
          return [{ row: outcome.row, before: lead, change: { status }, at }]
        })
        await addTags(transaction.em, tenantId, missing)
        await insertProperties(ctx, transaction, tenantId, properties)
        await changeLeads(ctx, transaction, tenantId, changes)
        const places = new Map<string, Pick<NewLeadRow, 'neighborhood' | 'city'>>([
          ...[...before.values()].map(
            ({ id, neighborhood, city }) => [id, { neighborhood: neighborhood ?? null, city: city ?? null }] as const,
          ),
          ...properties.map(
            ({ id, facts }) => [id, { neighborhood: neighborhoodOf(facts), city: facts.city ?? null }] as const,
          ),
        ])
        const placed = leads.map((lead) => ({ ...lead, ...places.get(lead.propertyId)! }))
        await insertLeads(ctx, transaction, tenantId, placed)
        await storeImportLeadAssignees(
          transaction.em,
          tenantId,
          leads.flatMap(({ id, assigneeEmail }) => (assigneeEmail ? { leadId: id, email: assigneeEmail } : [])),
        )
        return [
          ...leads.map(({ id, row }): ImportedRecord => ({ kind: 'lead', id, row, previous: null })),
          ...properties.map(({ id, row }): ImportedRecord => ({ kind: 'property', id, row, previous: null })),
          ...missing.map((change): ImportedRecord => ({
            kind: 'property',
            id: change.before.id,
            row: change.row,
            previous: previousOf(change satisfies ChangedProperty),
          })),
          ...changes.map(({ before: { id, status, completedAt, stageId }, row }): ImportedRecord => ({
            kind: 'lead',
            id,
            row,
            previous: { status, completedAt, stageId },
          })),
        ]
      },
    }
  },
}

/** What the file says of one property: the property if it is new, its new leads, changed ones and added tags. */
interface LeadPart extends ImportPart {
  propertyId: string
  property: NewProperty | null
  leads: NewLead[]
  updates: (LeadUpdate & { leadId: string })[]
  tagged: TaggedProperty | null
}

function partsOf({ properties, leads, updates, tagged }: LeadPlan): LeadPart[] {
  const parts = new Map<string, LeadPart>()
  const partOf = (propertyId: string) => {
    const part = parts.get(propertyId) ?? { propertyId, property: null, leads: [], updates: [], tagged: null }
    parts.set(propertyId, part)
    return part
  }
  for (const property of properties) partOf(property.id).property = property
  for (const lead of leads) partOf(lead.propertyId).leads.push(lead)
  for (const [leadId, update] of updates) partOf(update.outcome.propertyId!).updates.push({ leadId, ...update })
  for (const [propertyId, added] of tagged) partOf(propertyId).tagged = added
  return [...parts.values()]
}

/** Adds tags to locked properties. */
async function addTags(
  em: EntityManager,
  tenantId: string,
  changes: readonly Pick<ChangedProperty, 'before' | 'change'>[],
): Promise<void> {
  const properties = Map.groupBy(
    changes.flatMap(({ before, change }) =>
      change.tags!.filter((tag) => !before.tags.includes(tag)).map((tag) => ({ tag, id: before.id })),
    ),
    ({ tag }) => tag,
  )
  for (const [tag, tagged] of properties)
    await inBatches(tagged, (batch) =>
      addTag(
        em,
        tenantId,
        batch.map(({ id }) => id),
        tag,
      ),
    )
}

/** The rows whose `property_id` is a property of the tenant. */
async function findGivenProperties(ctx: Context, tenantId: string, rows: readonly ParsedRow<LeadValues>[]) {
  const ids = [
    ...new Set(rows.flatMap(({ values: { propertyId } }) => (propertyId && isUuid(propertyId) ? propertyId : []))),
  ]
  const known = await findProperties(ctx.database, tenantId, ids)
  return new Map(
    rows.flatMap(({ row, values: { propertyId } }) => {
      const id = propertyId?.toLowerCase()
      return id && known.has(id) ? [[row, id] as const] : []
    }),
  )
}

/** The saved leads of the houses of the rows: the newest by house and tag, and each by its creation time. */
async function findLeads(
  ctx: Context,
  tenantId: string,
  rows: readonly LocatedRow<LeadValues>[],
): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ savedId }) => savedId ?? []))]
  const found = await ctx.database.query<{ id: string; propertyId: string; tag: PropertyType; createdAt: Date }>(
    { tenantId },
    `select id, property_id as "propertyId", tag, created_at as "createdAt" from leads
     where tenant_id = $1 and property_id = any($2::uuid[]) order by created_at, id`,
    [tenantId, ids],
  )
  const leads = new Map<string, string>()
  for (const { id, propertyId, tag, createdAt } of found) {
    leads.set(leadKey(propertyId, tag), id)
    leads.set(leadKey(propertyId, tag, createdAt), id)
  }
  return leads
}

/** What makes two leads the same. */
function leadKey(propertyId: string, tag: PropertyType, createdAt?: Date): string {
  return [propertyId, tag, createdAt?.getTime() ?? ''].join(' ')
}

/** A property that the file creates, with the values of its first row. */
interface NewProperty extends CreatedProperty {
  values: DescribedValues
}

/** A lead that the file creates. */
type NewLead = Omit<NewLeadRow, 'neighborhood' | 'city'> & { row: number; assigneeEmail: string | undefined }

interface LeadUpdate {
  /** Of the last row that updates the lead. */
  outcome: RowOutcome
  status: LeadStatus | undefined
  /** When the lead got the status. */
  at: Date
}

/** A saved property that needs the tags of its new leads. */
interface TaggedProperty {
  row: number
  tags: Set<PropertyType>
}

interface LeadPlan {
  properties: NewProperty[]
  leads: NewLead[]
  /** By the id of the lead. */
  updates: Map<string, LeadUpdate>
  outcomes: RowOutcome[]
  /** By the id of the property. */
  tagged: Map<string, TaggedProperty>
}

/** Separates the lead's own fields, as they are stored, from the fields of its house. */
function splitFields(values: DescribedValues & LeadWork): { fields: StoredLeadFields; property: DescribedValues } {
  const { assignedTo, followUpAt, value, source, contactName, contactPhone, contactEmail, ...property } = values
  const fields = parseLeadFields({ assignedTo, followUpAt, value, source, contactName, contactEmail })
  // A phone that cannot be read is kept as text.
  return { fields: contactPhone ? { ...fields, contactPhone } : fields, property }
}

/** Which rows are new leads, and at which houses. */
async function decide(
  ctx: Context,
  rows: readonly LocatedRow<LeadValues>[],
  saved: ReadonlyMap<string, string>,
  updatesDuplicates: boolean,
  errors: RowErrors,
): Promise<LeadPlan> {
  const properties = new Map<string, NewProperty>()
  const leads: NewLead[] = []
  const outcomes: RowOutcome[] = []
  const inFile = new Map<string, NewLead>()
  const updates = new Map<string, LeadUpdate>()
  const tagged = new Map<string, TaggedProperty>()
  const newProperties = new PropertyIndex<NewProperty>()
  const now = ctx.now()
  const pause = makePauses()
  for (const located of rows) {
    await pause()
    const { row, values, savedId, decision } = located
    const {
      tag,
      priority = 'normal',
      status,
      repId,
      createdAt,
      completedAt,
      assigneeEmail,
      propertyId: _,
      ...others
    } = values
    const { fields, property } = splitFields(others)
    const identity = { ...property, address: property.address ?? '' }
    const inRows = savedId === null ? newProperties.find(identity) : null
    const unsure = unsureOf(located, inRows)
    if (unsure && decision === 'new' && inRows && isTaken(property, inRows.alternatives)) {
      errors.add(row, 'address', takenMessage)
      continue
    }
    if (unsure && decision !== 'new') {
      outcomes.push(unsure)
      continue
    }
    const propertyId = savedId ?? (inRows?.comparison.verdict === 'same' ? inRows.property.id : null)
    const key = propertyId && leadKey(propertyId, tag, createdAt)
    const savedLead = key ? saved.get(key) : undefined
    const earlier = key ? inFile.get(key) : undefined
    const reachedAt = completedAt ?? createdAt ?? now
    if (savedLead || earlier) {
      if (!updatesDuplicates) {
        const reason = savedLead ? leadReasons.saved : leadReasons.sameAsRow(earlier!.row)
        outcomes.push(outcomeOf(located, 'skipped', reason, propertyId))
      } else {
        const reason = savedLead ? leadReasons.updatesSaved : leadReasons.updatesRow(earlier!.row)
        // Only the status is updated, so that no other cell is kept.
        const outcome = outcomeOf({ row, values }, 'updated', reason, propertyId)
        outcomes.push(outcome)
        if (savedLead)
          updates.set(savedLead, { outcome, status: status ?? updates.get(savedLead)?.status, at: completedAt ?? now })
        else if (status) Object.assign(earlier!, { status, completedAt: status === 'completed' ? reachedAt : null })
      }
      continue
    }
    const id = propertyId ?? uuidv7()
    if (!propertyId) {
      const created: NewProperty = {
        id,
        row,
        values: property,
        facts: { ...property, ...placeOf(property) },
        tags: [],
        priority,
        status: 'new',
        assignedTo: null,
        repId: null,
        createdAt: createdAt ?? now,
      }
      newProperties.add(identity, created)
      properties.set(id, created)
    }
    const newProperty = properties.get(id)
    if (newProperty) newProperty.tags = [...new Set([...newProperty.tags, tag])]
    else if (tagged.has(id)) tagged.get(id)!.tags.add(tag)
    else tagged.set(id, { row, tags: new Set([tag]) })
    const lead: NewLead = {
      id: uuidv7(),
      row,
      propertyId: id,
      tag,
      priority: priority as Priority,
      status: status ?? 'new',
      repId: repId ?? ctx.actor!.userId,
      createdAt: createdAt ?? now,
      completedAt: status === 'completed' ? reachedAt : null,
      fields,
      assigneeEmail,
    }
    leads.push(lead)
    outcomes.push(
      outcomeOf(located, 'created', newProperty ? leadReasons.atNewProperty : leadReasons.atSavedProperty, id),
    )
    inFile.set(leadKey(id, tag, createdAt), lead)
  }
  return { properties: [...properties.values()], leads, updates, outcomes, tagged }
}

const leadReasons = {
  atNewProperty: 'New lead at a new property.',
  atSavedProperty: 'New lead at a saved property.',
  saved: 'The same as a saved lead at this property.',
  updatesSaved: 'Updates a saved lead at this property.',
  unchanged: 'The same as a saved lead at this property, which has this status already.',
  sameAsRow: (row: number) => `The same lead as row ${row}.`,
  updatesRow: (row: number) => `The same lead as row ${row}, which it updates.`,
}
