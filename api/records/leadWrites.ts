import { queryRows } from '../database/connection.ts'
import { createParameters } from '../database/parameters.ts'
import { rowsTable } from '../database/rowsTable.ts'
import { inBatches } from '../domain/batches.ts'
import type { LeadStatus, Priority, PropertyType } from '../domain/enums.ts'
import { toSnakeCase, type RecordOf } from '../domain/fields.ts'
import { leadWorkColumns, type leadFields, type LeadWork } from '../domain/leads/leadFields.ts'
import type { WriteContext, WriteTransaction } from '../log/transact.ts'
import { addTag } from './propertyTags.ts'

// Every write of leads. Each function takes many leads, and one lead is a batch of one. Permissions and rules are the use cases'.

/** Work that a customer at a property may want done, with one service type, a priority and a status. */
export interface Lead extends RecordOf<Omit<typeof leadFields, 'value'>> {
  tenantId: string
  id: string
  templateData: Record<string, unknown>
  /** A stage of the tenant; only a contacted lead has one. */
  stageId: string | null
  valueCents: number | null
  /** 1, and one more with each change (rowVersions.sql.ts). */
  version: number
  updatedAt: Date
}

/** What is known about the work on a lead, as it is stored. In a change an omitted field is unchanged, and null clears it. */
export type StoredLeadFields = Omit<LeadWork, 'value'> & { valueCents?: number | null }

/** The types of the columns that are not texts. */
const otherTypes: Partial<Record<string, string>> = {
  ...{ id: 'uuid', propertyId: 'uuid', repId: 'uuid', stageId: 'uuid', assignedTo: 'uuid' },
  ...{ createdAt: 'timestamptz', completedAt: 'timestamptz', followUpAt: 'timestamptz' },
  ...{ valueCents: 'integer', templateData: 'jsonb' },
}

const typesOf = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, otherTypes[name] ?? 'text'])) as Record<Name, string>

/** A stored lead that is locked until the transaction ends, with what events about it contain. */
export interface LockedLead extends Required<StoredLeadFields> {
  id: string
  propertyId: string
  address: string
  neighborhood: string | null
  city: string | null
  repId: string
  /** A stage of contacted leads; null without one. */
  stageId: string | null
  tag: PropertyType
  priority: Priority
  status: LeadStatus
  version: number
  createdAt: Date
  completedAt: Date | null
}

/** The fields that every event about a lead has. */
export function leadRefOf(lead: Pick<LockedLead, 'id' | 'propertyId' | 'repId' | 'tag' | 'neighborhood' | 'city'>) {
  const { id, propertyId, repId, tag, neighborhood, city } = lead
  return { leadId: id, propertyId, repId, tag, neighborhood, city }
}

/**
 * Locks leads and returns those that still exist, in the order of their ids. Locks their properties before them, and both in id
 * order, so that concurrent changes cannot deadlock. A change of tags needs 'for no key update', because it also changes the
 * properties.
 */
export async function lockLeads(
  { em }: WriteTransaction,
  tenantId: string,
  ids: readonly string[],
  propertyLock: 'for key share' | 'for no key update' = 'for key share',
): Promise<LockedLead[]> {
  const leads: LockedLead[] = []
  await inBatches([...new Set(ids)].toSorted(), async (batch) => {
    await queryRows(
      em,
      `select from properties p where p.tenant_id = $2
         and p.id in (select l.property_id from leads l where l.tenant_id = $2 and l.id = any($1::uuid[]))
       order by p.id ${propertyLock}`,
      [batch, tenantId],
    )
    const found = await queryRows<LockedLead>(
      em,
      `select l.id, l.property_id as "propertyId", p.address, p.neighborhood, p.city, l.rep_id as "repId", l.stage_id as "stageId",
         l.tag, l.priority, l.status, l.version, l.created_at as "createdAt", l.completed_at as "completedAt", ${Object.entries(
           leadWorkColumns,
         )
           .map(([name, column]) => `l.${column} as "${name}"`)
           .join(', ')}
       from leads l join properties p on p.tenant_id = l.tenant_id and p.id = l.property_id
       where l.tenant_id = $2 and l.id = any($1::uuid[]) order by l.id for update of l`,
      [batch, tenantId],
    )
    leads.push(...found)
  })
  return leads
}

/** A lead that is saved. Its property is locked, and has its tag. */
export interface NewLeadRow extends Pick<
  LockedLead,
  'id' | 'propertyId' | 'neighborhood' | 'city' | 'repId' | 'tag' | 'priority' | 'status' | 'createdAt' | 'completedAt'
> {
  fields: StoredLeadFields
  /** More merge values for documents. */
  templateData?: Record<string, unknown> | null | undefined
}

const insertedTypes = typesOf([
  ...(['id', 'propertyId', 'tag', 'priority', 'status', 'templateData', 'repId', 'createdAt', 'completedAt'] as const),
  ...(Object.keys(leadWorkColumns) as (keyof StoredLeadFields)[]),
])

/**
 * Saves new leads, each with a `LeadCreated` event at its creation time, `LeadAssigned` if somebody works on it, and
 * `LeadStatusChanged` unless it is new, so that it counts in the hours in which it happened. `onProgress` gets how many are saved.
 */
export async function insertLeads(
  ctx: WriteContext,
  { em, record }: WriteTransaction,
  tenantId: string,
  leads: readonly NewLeadRow[],
  onProgress?: (done: number) => Promise<void>,
): Promise<void> {
  await inBatches(
    leads,
    async (batch) => {
      const { values, bind } = createParameters(tenantId, ctx.now())
      const rows = batch.map(({ fields, templateData, ...lead }) => ({
        ...noFields,
        ...fields,
        ...lead,
        templateData: JSON.stringify({ ...templateData, priority: lead.priority }),
      }))
      await queryRows(
        em,
        `insert into leads (tenant_id, updated_at, ${Object.keys(insertedTypes).map(toSnakeCase).join(', ')})
         select $1, $2, r.* from ${rowsTable(insertedTypes, rows, bind)}`,
        values,
      )
      for (const lead of batch) {
        const { status, createdAt, completedAt, priority, fields } = lead
        const [ref, subjectId] = [leadRefOf(lead), lead.propertyId]
        record({ type: 'LeadCreated', occurredAt: createdAt, subjectId, data: { ...ref, priority } })
        if (fields.assignedTo)
          record({
            type: 'LeadAssigned',
            occurredAt: createdAt,
            subjectId,
            data: { ...ref, from: null, to: fields.assignedTo },
          })
        if (status !== 'new')
          record({
            type: 'LeadStatusChanged',
            occurredAt: completedAt ?? createdAt,
            subjectId,
            data: { ...ref, from: 'new', to: status, countedAt: null },
          })
      }
    },
    onProgress,
  )
}

const noFields = Object.fromEntries(
  Object.keys(leadWorkColumns).map((name) => [name, null]),
) as Required<StoredLeadFields>

/** The values of a lead that can change. Omitted ones are unchanged. */
export interface LeadValues extends StoredLeadFields {
  status?: LeadStatus
  stageId?: string | null
  tag?: PropertyType
  priority?: Priority
}

/** A change of a locked lead. */
export interface ChangedLead {
  before: LockedLead
  change: LeadValues
  /** When the status changed; now if omitted. It is recorded no earlier than the lead was created. */
  at?: Date
}

type ChangedName = keyof LeadValues | 'completedAt'

/**
 * Changes locked leads, each with the events of what differs, and returns how many changed. Only contacted leads have a stage, so
 * every other status clears it. A new tag is added to the tags of the property, which is locked 'for no key update'.
 */
export async function changeLeads(
  ctx: WriteContext,
  transaction: WriteTransaction,
  tenantId: string,
  changes: readonly ChangedLead[],
): Promise<number> {
  const changed = changes
    .map(({ before, change, at = ctx.now() }) => {
      const occurredAt = at < before.createdAt ? before.createdAt : at
      return { before, occurredAt, values: differences(before, change, occurredAt) }
    })
    .filter(({ values }) => Object.keys(values).length > 0)
  await inBatches(changed, async (batch) => {
    await updateRows(ctx, transaction, tenantId, batch)
    const retagged = batch.filter(({ values }) => values.tag)
    for (const [tag, ofTag] of Map.groupBy(retagged, ({ values }) => values.tag!))
      await addTag(transaction.em, tenantId, [...new Set(ofTag.map(({ before }) => before.propertyId))], tag)
    for (const one of batch) recordChange(transaction, one)
  })
  return changed.length
}

/** A change with only the values that differ. */
interface Difference {
  before: LockedLead
  occurredAt: Date
  values: LeadValues & { completedAt?: Date | null }
}

function differences(before: LockedLead, change: LeadValues, occurredAt: Date): Difference['values'] {
  const status = change.status ?? before.status
  const stageId = status === 'contacted' ? (change.stageId === undefined ? before.stageId : change.stageId) : null
  const wanted: Difference['values'] = { ...change, stageId }
  if (status !== before.status) wanted.completedAt = status === 'completed' ? occurredAt : null
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => value !== undefined && comparable(value) !== comparable(before[name as ChangedName]),
    ),
  )
}

/** Dates are compared by their time. */
const comparable = (value: unknown): unknown => (value instanceof Date ? value.getTime() : (value ?? null))

/** Writes the columns that change in one of the leads. The priority also stands in the merge values of letters. */
async function updateRows(
  ctx: WriteContext,
  { em }: WriteTransaction,
  tenantId: string,
  batch: readonly Difference[],
): Promise<void> {
  const names = [...new Set(batch.flatMap(({ values }) => Object.keys(values) as ChangedName[]))]
  const { values, bind } = createParameters(tenantId, ctx.now())
  const rows = batch.map((one) => {
    const lead = { ...one.before, ...one.values }
    return { ...lead, templateData: JSON.stringify({ priority: lead.priority }) }
  })
  const assignments = names.map((name) => `${toSnakeCase(name)} = r."${name}"`)
  if (names.includes('priority')) assignments.push('template_data = l.template_data || r."templateData"')
  await queryRows(
    em,
    `update leads l set ${assignments.join(', ')}, updated_at = $2
     from ${rowsTable<string>(typesOf(['id', ...names, 'templateData']), rows, bind)} where l.tenant_id = $1 and l.id = r.id`,
    values,
  )
}

/** The names of the fields in events and in the API, where they differ from those of the columns. */
const publicFieldNames: Partial<Record<string, string>> = { valueCents: 'value' }

function recordChange({ record }: WriteTransaction, { before, occurredAt, values }: Difference): void {
  const { status, stageId, tag, priority, completedAt: _, assignedTo, ...fields } = values
  const subjectId = before.propertyId
  const ref = leadRefOf(before)
  if (status)
    record({
      type: 'LeadStatusChanged',
      occurredAt,
      subjectId,
      data: { ...ref, from: before.status, to: status, countedAt: before.completedAt?.toISOString() ?? null },
    })
  if (stageId !== undefined)
    record({
      type: 'LeadStageChanged',
      occurredAt,
      subjectId,
      data: { ...ref, from: before.stageId, to: stageId },
    })
  if (tag)
    record({
      type: 'LeadRetagged',
      subjectId,
      data: { ...ref, tag, from: before.tag, countedAt: before.createdAt.toISOString() },
    })
  const newRef = { ...ref, tag: tag ?? before.tag }
  if (priority) record({ type: 'LeadPriorityChanged', subjectId, data: { ...newRef, from: before.priority, priority } })
  const edited = Object.keys(fields).map((name) => publicFieldNames[name] ?? name)
  if (edited.length > 0) record({ type: 'LeadEdited', subjectId, data: { ...newRef, fields: edited } })
  if (assignedTo !== undefined)
    record({ type: 'LeadAssigned', subjectId, data: { ...newRef, from: before.assignedTo, to: assignedTo } })
}

/** Deletes locked leads. The `LeadDeleted` event of each subtracts it from the hours in which it was counted. */
export async function deleteLeads(
  { em, record }: WriteTransaction,
  tenantId: string,
  leads: readonly LockedLead[],
): Promise<void> {
  await inBatches(leads, async (batch) => {
    await queryRows(em, 'delete from leads where tenant_id = $1 and id = any($2::uuid[])', [
      tenantId,
      batch.map(({ id }) => id),
    ])
    for (const lead of batch)
      record({
        type: 'LeadDeleted',
        subjectId: lead.propertyId,
        data: {
          ...leadRefOf(lead),
          countedAt: lead.createdAt.toISOString(),
          convertedAt: lead.completedAt?.toISOString() ?? null,
          status: lead.status,
        },
      })
  })
}
