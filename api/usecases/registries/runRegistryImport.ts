import { queryRows, type EntityManager } from '../../database/connection.ts'
import { createParameters } from '../../database/parameters.ts'
import { rowsTable } from '../../database/rowsTable.ts'
import { addressKeyOf, doorOf } from '../../domain/addresses/addressKey.ts'
import type { PropertyDescription } from '../../domain/addresses/compareProperties.ts'
import { inBatches } from '../../domain/batches.ts'
import { Refused } from '../../domain/errors.ts'
import { makePauses } from '../../domain/pauses.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { cityKeyOf } from '../../domain/registries/cities.ts'
import type { ListedAddress } from '../../domain/registries/listedAddresses.ts'
import type { RegistryCounts, RegistryMatch } from '../../domain/registries/registryMatches.ts'
import { transactInTenant } from '../../log/transact.ts'
import { insertRegistryMarks, lockRegistries, markListedProperties } from '../../records/registryRows.ts'
import { readAddresses } from '../imports/reading/fileReader.ts'
import { fileGoneMessage } from '../imports/startImport.ts'
import { hasFile, readFile } from '../imports/storedFiles.ts'
import type { JobHandler, JobRun } from '../jobs/runJob.ts'
import { indexSavedProperties } from '../properties/propertyIndex.ts'
import type { RegistryInput, RegistryResult } from './importRegistry.ts'

interface MatchedAddress extends ListedAddress {
  /** Its place in the list, from 1. */
  place: number
  door: string | null
  match: RegistryMatch
  propertyId: string | null
  candidates: string[]
}

const insertedTypes = {
  place: 'integer',
  row: 'integer',
  address: 'text',
  city: 'text',
  state: 'text',
  zipCode: 'text',
  door: 'text',
  match: 'text',
  propertyId: 'uuid',
  candidates: 'text',
}

/**
 * Imports a city's list: finds the saved property of each address, stores the addresses in short transactions, and then, in one, ends the city's
 * earlier list and marks the doors. A check stores the addresses alone. A run after one that was interrupted begins again.
 */
export const runRegistryImport: JobHandler = async (run) => {
  const { ctx, job } = run
  authorize(ctx.actor, 'doNotKnock.manage')
  const tenantId = requireTenant(ctx.actor)
  const input = job.input as RegistryInput
  if (!(await hasFile(ctx.database, tenantId, job.id))) throw new Refused(fileGoneMessage)
  const place = { city: input.city, state: input.state }
  const list = await readAddresses(ctx.services.workers, readFile(ctx.database, tenantId, job.id), place, (count) =>
    run.progress(0, count),
  )
  const addresses = await match(run, tenantId, list.found)
  await store(run, tenantId, input, addresses)
  const errors = list.ignored.map(({ row, text }) => ({ row, column: null, message: `No address found: ${text}` }))
  return transactInTenant(ctx, tenantId, async ({ em, record, beforeCommit }) => {
    await lockRegistries(em, tenantId)
    const before = await endEarlierList(em, run, tenantId, input)
    if (!input.isDryRun) await markDoors(em, run, tenantId, input, idsOf(addresses))
    const counts = await countEntries(em, tenantId, job.id, before)
    if (!input.isDryRun) {
      await queryRows(em, 'update registries set ended = $3 where tenant_id = $1 and id = $2', [
        ...[tenantId, job.id, counts.ended],
      ])
      const { city, state, effectiveFrom, expiresAt } = input
      const data = { registryId: job.id, city, state, effectiveFrom, expiresAt, ...counts }
      record({ type: 'RegistryImported', subjectId: job.id, data })
    }
    const result: RegistryResult = { counts, ignoredLines: list.ignoredCount, errors }
    beforeCommit((last) => run.complete(last, result))
    return result
  })
}

const periodOf = ({ effectiveFrom, expiresAt }: RegistryInput) => ({
  effectiveFrom: new Date(effectiveFrom),
  endsAt: expiresAt === null ? null : new Date(expiresAt),
})

const idsOf = (addresses: readonly MatchedAddress[]): string[] => [
  ...new Set(addresses.flatMap(({ propertyId }) => propertyId ?? [])),
]

/** The addresses with the saved properties that they mean or may mean, each door once. */
async function match(
  { ctx, progress }: JobRun,
  tenantId: string,
  found: readonly ListedAddress[],
): Promise<MatchedAddress[]> {
  const index = await indexSavedProperties(ctx.database, tenantId, found, { isWithoutPoints: true })
  const pause = makePauses()
  const seen = new Set<string>()
  const matched: MatchedAddress[] = []
  for (const address of found) {
    await pause()
    const key = addressKeyOf(address)
    const door = doorOf(key)
    const text = [door ?? address.address, key.zipCode || key.city].join('|')
    if (seen.has(text)) continue
    seen.add(text)
    const saved = index.find(address)
    const isSame = saved?.comparison.verdict === 'same'
    matched.push({
      ...{ ...address, place: matched.length + 1, door },
      match: isSame ? 'matched' : saved ? 'unsure' : 'not_found',
      propertyId: isSame ? saved.property : null,
      candidates: saved && !isSame ? saved.alternatives : [],
    })
    await progress(0, found.length)
  }
  return matched
}

async function store(
  { ctx, job, progress }: JobRun,
  tenantId: string,
  input: RegistryInput,
  addresses: readonly MatchedAddress[],
): Promise<void> {
  await ctx.database.within({ tenantId }, async (em) => {
    await queryRows(em, 'delete from registries where tenant_id = $1 and id = $2', [tenantId, job.id])
    await queryRows(
      em,
      `insert into registries (tenant_id, id, city, city_key, state, file_name, imported_by, created_at, effective_from, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        ...[tenantId, job.id, input.city, cityKeyOf(input.city, input.state), input.state, input.fileName],
        ...[ctx.actor!.userId, ctx.now(), input.effectiveFrom, input.expiresAt],
      ],
    )
  })
  const write = (batch: MatchedAddress[]) =>
    ctx.database.within({ tenantId }, async (em) => {
      const { values, bind } = createParameters(tenantId, job.id)
      const rows = batch.map((address) => ({ ...address, candidates: `{${address.candidates.join()}}` }))
      await queryRows(
        em,
        `insert into registry_entries (tenant_id, registry_id, place, row, address, city, state, zip_code, door, match, property_id, candidates)
         select $1, $2, r.place, r.row, r.address, r.city, r.state, r."zipCode", r.door, r.match, r."propertyId", r.candidates::uuid[]
         from ${rowsTable<string>(insertedTypes, rows, bind)}`,
        values,
      )
    })
  await inBatches(addresses, write, (done) => progress(done, addresses.length))
}

/** How long the transaction that saves a property can take. */
const longestSaveMs = 10 * 60_000

/** Marks the doors of the list, also of properties that were saved since the addresses were compared. From now on, new properties find it. */
async function markDoors(
  em: EntityManager,
  { ctx, job }: JobRun,
  tenantId: string,
  input: RegistryInput,
  propertyIds: readonly string[],
): Promise<void> {
  const now = ctx.now()
  const registry = { id: job.id, city: input.city, ...periodOf(input) }
  await insertRegistryMarks(em, tenantId, registry, propertyIds, ctx.actor!.userId, now)
  const [saved] = await queryRows<{ createdAt: Date }>(
    em,
    'update registries set saved_at = $3 where tenant_id = $1 and id = $2 returning created_at as "createdAt"',
    [tenantId, job.id, now],
  )
  const recent = await queryRows<PropertyDescription & { id: string }>(
    em,
    `select id, address, city, zip_code as "zipCode", parcel_id as "parcelId", lat, lng from properties
     where tenant_id = $1 and updated_at > $2`,
    [tenantId, new Date(saved!.createdAt.getTime() - longestSaveMs)],
  )
  await markListedProperties(em, tenantId, recent, now)
}

/** The counts of the stored addresses. `before` are the properties that the city's earlier list has marked. */
async function countEntries(
  em: EntityManager,
  tenantId: string,
  registryId: string,
  before: readonly string[],
): Promise<RegistryCounts> {
  const rows = await queryRows<{ match: RegistryMatch; n: number; kept: string[] }>(
    em,
    `select match, count(*)::int as n, coalesce(array_agg(property_id::text) filter (where property_id = any($3::uuid[])), '{}') as kept
     from registry_entries where tenant_id = $1 and registry_id = $2 group by match`,
    [tenantId, registryId, before],
  )
  const countOf = (match: RegistryMatch) => rows.find((row) => row.match === match)?.n ?? 0
  const kept = new Set(rows.flatMap((row) => row.kept))
  return {
    ...{ matched: countOf('matched'), unsure: countOf('unsure'), notFound: countOf('not_found') },
    ended: before.filter((propertyId) => !kept.has(propertyId)).length,
  }
}

/** The properties that the city's earlier list has marked. Unless it is a check, that list ends when this one begins. */
async function endEarlierList(
  em: EntityManager,
  { ctx, job }: JobRun,
  tenantId: string,
  input: RegistryInput,
): Promise<string[]> {
  const { effectiveFrom } = periodOf(input)
  const at = effectiveFrom > ctx.now() ? effectiveFrom : ctx.now()
  const earlier = await queryRows<{ id: string }>(
    em,
    `select id from registries where tenant_id = $1 and city_key = $2 and saved_at is not null and id <> $3
       and (expires_at is null or expires_at > $4) and (replaced_at is null or replaced_at > $4)`,
    [tenantId, cityKeyOf(input.city, input.state), job.id, at],
  )
  const ids = earlier.map(({ id }) => id)
  const marked = await queryRows<{ propertyId: string }>(
    em,
    `select distinct property_id as "propertyId" from do_not_knock
     where tenant_id = $1 and registry_id = any($2::uuid[]) and lifted_at is null and (ends_at is null or ends_at > $3)`,
    [tenantId, ids, at],
  )
  if (!input.isDryRun) {
    await queryRows(em, 'update registries set replaced_at = $3 where tenant_id = $1 and id = any($2::uuid[])', [
      ...[tenantId, ids, at],
    ])
    await queryRows(
      em,
      `update do_not_knock set ends_at = $3
       where tenant_id = $1 and registry_id = any($2::uuid[]) and lifted_at is null and (ends_at is null or ends_at > $3)`,
      [tenantId, ids, at],
    )
  }
  return marked.map(({ propertyId }) => propertyId)
}
