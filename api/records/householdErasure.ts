import { queryRows, type EntityManager } from '../database/connection.ts'
import { tokenize } from '../domain/addresses/text.ts'
import { addressKeyOf, doorOf } from '../domain/addresses/addressKey.ts'
import { unitOf } from '../domain/addresses/parseAddress.ts'
import { hasText, withoutTexts } from '../domain/forgetting/withoutTexts.ts'
import { deletePhotosOf, type LockedProperty } from './propertyWrites.ts'
import { deleteUnusedWords, findUnusedWords, lockWordParts } from './wordParts.ts'

/** How many records of each kind were erased with a household. */
export interface ErasedRecords {
  leads: number
  leadNotes: number
  marks: number
  replacedOwners: number
  photos: number
  /** Knocks that stay without their notes and positions. */
  knocks: number
  /** Rows of imports that no longer say whose they were. */
  importRows: number
  /** Files of exports and imports. */
  files: number
}

const count = async (em: EntityManager, sql: string, values: unknown[]): Promise<number> =>
  (await queryRows(em, `${sql} returning 1`, values)).length

/**
 * Erases a property, which is locked 'for update', and what belongs to its household, everywhere in the data of the tenant. The knocks stay
 * without a door, note and position, because they count for their reps. Records no event, because one for a deleted lead would lower the metrics.
 */
export async function eraseHousehold(
  em: EntityManager,
  tenantId: string,
  property: LockedProperty,
): Promise<ErasedRecords> {
  const { id } = property
  const of = [tenantId, id]
  const texts = await textsOf(em, tenantId, property)
  const leads = await queryRows<{ id: string }>(
    em,
    'select id from leads where tenant_id = $1 and property_id = $2',
    of,
  )
  const leadIds = leads.map((lead) => lead.id)
  const importRows = await eraseImportRows(em, tenantId, property, leadIds)
  const files = await deleteFiles(em, tenantId)
  await erasePositions(em, tenantId, id)
  const knocks = await count(
    em,
    `update knocks set note = null, lat = null, lng = null, accuracy_meters = null, come_back_at = null
     where tenant_id = $1 and property_id = $2`,
    of,
  )
  const photos = await deletePhotosOf(em, tenantId, [id])
  const leadNotes = await count(em, 'delete from lead_notes where tenant_id = $1 and lead_id = any($2::uuid[])', [
    tenantId,
    leadIds,
  ])
  await queryRows(em, 'delete from lead_merges where tenant_id = $1 and property_id = $2', of)
  await queryRows(em, 'delete from leads where tenant_id = $1 and property_id = $2', of)
  const marks = await count(em, 'delete from do_not_knock where tenant_id = $1 and property_id = $2', of)
  const replacedOwners = await count(em, 'delete from replaced_owners where tenant_id = $1 and property_id = $2', of)
  // The list of a city stays, and marks the house again if it is saved again.
  await queryRows(
    em,
    `update registry_entries set property_id = null, match = 'not_found' where tenant_id = $1 and property_id = $2`,
    of,
  )
  await eraseAnswersOfReceivers(em, tenantId, id)
  const words = await queryRows<{ word: string }>(
    em,
    'select word from property_words where tenant_id = $1 and property_id = $2',
    of,
  )
  await queryRows(em, 'delete from properties where tenant_id = $1 and id = $2', of)
  // Those of earlier owners are of no property any more.
  const usedWords = [...words.map(({ word }) => word), ...texts.flatMap(tokenize)]
  // Nothing else knows the names that somebody overwrote by hand.
  const oldWords = await findUnusedWords(em, tenantId)
  await lockWordParts(em, tenantId)
  const unusedWords = await deleteUnusedWords(em, tenantId, [...new Set(usedWords)])
  await deleteUnusedWords(em, tenantId, oldWords)
  await deleteDeletedAddresses(em, tenantId, property)
  await eraseTexts(em, tenantId, [...texts, ...addressesOf(property)], unusedWords)
  return { leads: leads.length, leadNotes, marks, replacedOwners, photos, knocks, importRows, files }
}

/** The names, phones and email addresses of the household, also of owners that were replaced. */
async function textsOf(em: EntityManager, tenantId: string, property: LockedProperty): Promise<string[]> {
  const rows = await queryRows<{ text: string | null }>(
    em,
    `select unnest(array[owner_name, new_owner_name]) as text from replaced_owners where tenant_id = $1 and property_id = $2
     union select unnest(array[contact_name, contact_phone, contact_email]) from leads where tenant_id = $1 and property_id = $2`,
    [tenantId, property.id],
  )
  const { ownerName, ownerPhone, ownerEmail } = property
  return [ownerName, ownerPhone, ownerEmail, ...rows.map(({ text }) => text)].flatMap((text) => text?.trim() || [])
}

/** The address as people write it. That of the building of a unit stays, because others have it, too. */
function addressesOf({ address, streetNumber, streetName }: LockedProperty): string[] {
  const line = address.split(',', 1)[0]!
  const unit = unitOf(address)
  if (unit === null) return [address, line, ...(streetName ? [`${streetNumber} ${streetName}`] : [])]
  return [address, ...(hasText(line, [unit]) ? [line] : [`${line} ${unit}`, `${line}, ${unit}`])]
}

/** The reports of imports keep a row for each of the file, and nothing that it said. */
async function eraseImportRows(
  em: EntityManager,
  tenantId: string,
  property: LockedProperty,
  leadIds: readonly string[],
): Promise<number> {
  const rows = await queryRows<{ jobId: string; row: number; address: string | null; isKnown: boolean }>(
    em,
    `select job_id as "jobId", row, address, property_id = $2 or decided_property_id = $2 or strpos(unsure::text, $2::text) > 0 as "isKnown"
     from import_outcomes where tenant_id = $1
       and (property_id = $2 or decided_property_id = $2 or strpos(unsure::text, $2::text) > 0 or strpos(address, $3) > 0)`,
    [tenantId, property.id, property.streetNumber || property.address],
  )
  const isSameDoor = sameDoorAs(property)
  const own = rows.filter(({ isKnown, address }) => isKnown || isSameDoor(address))
  await queryRows(
    em,
    `update import_outcomes o set outcome = 'skipped', reason = 'This household asked to be forgotten.', property_id = null, address = null,
       owner_name = null, unsure = null, warning = null, decided_property_id = null
     from unnest($2::uuid[], $3::integer[]) as r (job_id, row) where o.tenant_id = $1 and o.job_id = r.job_id and o.row = r.row`,
    [tenantId, own.map(({ jobId }) => jobId), own.map(({ row }) => row)],
  )
  await queryRows(em, 'delete from import_rows where tenant_id = $1 and record_id = any($2::uuid[])', [
    tenantId,
    [property.id, ...leadIds],
  ])
  return own.length
}

/** Whether an address without a town may be that of the property. */
function sameDoorAs({ address, city, zipCode }: LockedProperty): (other: string | null) => boolean {
  const door = doorOf(addressKeyOf({ address, city: city ?? null, zipCode: zipCode ?? null }))
  return (other) =>
    other === address || (other !== null && door !== null && doorOf(addressKeyOf({ address: other })) === door)
}

/**
 * Deletes all files that jobs have made and imports have read, which are kept for a day: a workbook or an archive cannot be searched for a
 * household. Exports that run are begun again. No import runs.
 */
async function deleteFiles(em: EntityManager, tenantId: string): Promise<number> {
  const made = await queryRows<{ id: string }>(
    em,
    'delete from job_files where tenant_id = $1 returning job_id as id',
    [tenantId],
  )
  const read = await queryRows<{ id: string }>(
    em,
    'delete from import_files where tenant_id = $1 returning job_id as id',
    [tenantId],
  )
  await queryRows(em, 'update jobs set file_expires_at = null where tenant_id = $1 and file_expires_at is not null', [
    tenantId,
  ])
  await queryRows(
    em,
    `update jobs set status = 'queued', lease_id = null, lease_until = null 
     where tenant_id = $1 and kind = 'export' and status = 'running'`,
    [tenantId],
  )
  return new Set([...made, ...read].map(({ id }) => id)).size
}

/** A knock session begins at its first door, or near it. */
async function erasePositions(em: EntityManager, tenantId: string, propertyId: string): Promise<void> {
  await queryRows(
    em,
    `update knock_sessions s set lat = null, lng = null where s.tenant_id = $1 and s.lat is not null and s.id in
       (select k.session_id from knocks k where k.tenant_id = $1 and k.property_id = $2 and k.session_id is not null)`,
    [tenantId, propertyId],
  )
}

/** What receivers of webhooks answered may repeat what they know of the property. */
async function eraseAnswersOfReceivers(em: EntityManager, tenantId: string, propertyId: string): Promise<void> {
  await queryRows(
    em,
    `update webhook_deliveries set last_answer = null, last_error = null, tries = '[]'
     where tenant_id = $1 and property_id = $2`,
    [tenantId, propertyId],
  )
}

async function deleteDeletedAddresses(em: EntityManager, tenantId: string, property: LockedProperty): Promise<void> {
  const found = await queryRows<{ id: string; address: string }>(
    em,
    'select property_id as id, address from deleted_addresses where tenant_id = $1 and strpos(address, $2) > 0',
    [tenantId, property.streetNumber || property.address],
  )
  const isSameDoor = sameDoorAs(property)
  await queryRows(em, 'delete from deleted_addresses where tenant_id = $1 and property_id = any($2::uuid[])', [
    tenantId,
    found.flatMap(({ id, address }) => (isSameDoor(address) ? id : [])),
  ])
}

/** The texts by which a household can be found: a shorter one is part of too many other words. */
const minSearchedLength = 4

/**
 * Erases the texts of a household from jobs and from the reasons of failed rows, and deletes the saved views that search for one. `givenWords` are
 * words that no other property has, such as a family name. In jobs they are erased only from what somebody typed.
 */
async function eraseTexts(
  em: EntityManager,
  tenantId: string,
  givenTexts: readonly string[],
  givenWords: readonly string[],
): Promise<void> {
  const isSearched = (text: string) => text.length >= minSearchedLength
  const [texts, words] = [givenTexts.filter(isSearched), givenWords.filter(isSearched)]
  const jobs = await queryRows<{
    id: string
    input: unknown
    result: unknown
    error: string | null
    fileName: string | null
  }>(
    em,
    `select j.id, j.input, j.result, j.error, j.file_name as "fileName" from jobs j where j.tenant_id = $1 and exists (
       select from unnest($2::text[]) as t (text)
       where strpos(lower(concat(j.input::text, j.result::text, j.error, j.file_name)), lower(btrim(to_json(t.text)::text, '"'))) > 0)`,
    [tenantId, [...texts, ...words]],
  )
  for (const { id, fileName, ...job } of jobs) {
    const { input, result, error } = withoutTexts(job, texts, words)
    await queryRows(
      em,
      'update jobs set input = $3, result = $4, error = $5, file_name = $6 where tenant_id = $1 and id = $2',
      [
        ...[tenantId, id, JSON.stringify(input), result === null ? null : JSON.stringify(result), error],
        withoutTexts({ fileName }, texts, words).fileName,
      ],
    )
  }
  await eraseReasons(em, tenantId, [...texts, ...words])
  const views = await queryRows<{ id: string; name: string; query: string }>(
    em,
    'select id, name, query from saved_views where tenant_id = $1',
    [tenantId],
  )
  const naming = views.filter(({ name, query }) => {
    const filters = new URLSearchParams(query)
    return hasText([name, ...filters.values()].join('\n'), texts) || hasText(filters.get('search') ?? '', words)
  })
  await queryRows(em, 'delete from saved_views where tenant_id = $1 and id = any($2::uuid[])', [
    tenantId,
    naming.map(({ id }) => id),
  ])
}

/** A row of an import that failed has no address, and its reason may repeat a cell. */
async function eraseReasons(em: EntityManager, tenantId: string, texts: readonly string[]): Promise<void> {
  const rows = await queryRows<{ jobId: string; row: number; reason: string }>(
    em,
    `select o.job_id as "jobId", o.row, o.reason from import_outcomes o where o.tenant_id = $1 and o.outcome = 'failed' and exists (
       select from unnest($2::text[]) as t (text) where strpos(lower(o.reason), lower(t.text)) > 0)`,
    [tenantId, texts],
  )
  await queryRows(
    em,
    `update import_outcomes o set reason = r.reason from unnest($2::uuid[], $3::integer[], $4::text[]) as r (job_id, row, reason)
     where o.tenant_id = $1 and o.job_id = r.job_id and o.row = r.row`,
    [
      ...[tenantId, rows.map(({ jobId }) => jobId), rows.map(({ row }) => row)],
      rows.map(({ reason }) => withoutTexts(reason, texts)),
    ],
  )
}
