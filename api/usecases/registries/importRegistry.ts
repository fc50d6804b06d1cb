import type { Context } from '../../context.ts'
import { stateCodes } from '../../domain/addresses/spellings.ts'
import { check } from '../../domain/errors.ts'
import type { RowError } from '../../domain/imports/importFields.ts'
import { checkLengths } from '../../domain/maxLengths.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import type { RegistryCounts } from '../../domain/registries/registryMatches.ts'
import { parseRegistryPeriod } from '../../domain/registries/registryPeriod.ts'
import { countAttempt } from '../../log/quotas.ts'
import { storeFile } from '../imports/storedFiles.ts'
import { createJob } from '../jobs/jobs.ts'
import type { Job } from '../jobs/jobRows.ts'
import { readTenantTimeZone } from '../tenants/calendar.ts'

export interface RegistryRequest {
  city: string
  state?: string | null
  /** A day or a time; now if omitted. */
  effectiveFrom?: string | null
  /** The last day, or a time; none if omitted. */
  expiresAt?: string | null
  /** Only checks the list: its addresses can be read for a day, and no door is marked. */
  dryRun?: boolean | null
}

/** The input of a job that imports a city's list. */
export interface RegistryInput {
  city: string
  state: string | null
  effectiveFrom: string
  expiresAt: string | null
  isDryRun: boolean
  fileName: string
}

/** Its result. `errors` are the first lines without an address. */
export interface RegistryResult {
  counts: RegistryCounts
  /** The number of lines without an address. */
  ignoredLines: number
  errors: RowError[]
}

/** What a job that imports a city's list tells beside its progress. */
export interface RegistryDetails {
  city: string
  state: string | null
  effectiveFrom: Date
  expiresAt: Date | null
  dryRun: boolean
  ignored: number
}

/** Stores the list and starts the job that imports it. Throws `Refused` for a blank city, an unknown state and wrong days. */
export async function startRegistryImport(
  ctx: Context,
  file: { filename: string; content: Buffer },
  { city, state, effectiveFrom, expiresAt, dryRun }: RegistryRequest,
): Promise<Job> {
  authorize(ctx.actor, 'doNotKnock.manage')
  const tenantId = requireTenant(ctx.actor)
  checkLengths({ city, state })
  check(/\p{L}/u.test(city), 'Name the city whose list it is.', { city: 'Required.' })
  check(file.content.length > 0, 'The list is empty.', { file: 'The list is empty.' })
  const code = state?.trim() ? stateCodes.get(state.trim().toLowerCase()) : null
  const unknownState = 'Give the state, such as IN.'
  check(code !== undefined, unknownState, { state: unknownState })
  const timeZone = await ctx.database.within({ tenantId }, (em) => readTenantTimeZone(em, tenantId))
  const period = parseRegistryPeriod(effectiveFrom, expiresAt, ctx.now(), timeZone)
  await countAttempt(ctx, tenantId, 'imports')
  const input: RegistryInput = {
    city: city.trim().replaceAll(/\s+/g, ' '),
    state: code,
    effectiveFrom: period.effectiveFrom.toISOString(),
    expiresAt: period.expiresAt?.toISOString() ?? null,
    isDryRun: dryRun ?? false,
    fileName: file.filename
      .slice(0, 200)
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, ''),
  }
  return createJob(ctx, 'registry_import', input, (em, { id }) => storeFile(em, tenantId, id, file.content))
}

/** The counts of an import of a city's list; null for another job, and until it has ended. */
export function registryCountsOf({ kind, result }: Pick<Job, 'kind' | 'result'>): RegistryCounts | null {
  return kind === 'registry_import' ? ((result as RegistryResult | null)?.counts ?? null) : null
}

/** The details of an import of a city's list; null for another job. */
export function registryDetailsOf({
  kind,
  input,
  result,
}: Pick<Job, 'kind' | 'input' | 'result'>): RegistryDetails | null {
  if (kind !== 'registry_import') return null
  const { city, state, effectiveFrom, expiresAt, isDryRun } = input as RegistryInput
  return {
    ...{ city, state, effectiveFrom: new Date(effectiveFrom), dryRun: isDryRun },
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
    ignored: (result as RegistryResult | null)?.ignoredLines ?? 0,
  }
}
