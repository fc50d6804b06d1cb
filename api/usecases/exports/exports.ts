import type { Context } from '../../context.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { requireRecentPassword } from '../auth/passwordConfirmation.ts'
import type { Job } from '../jobs/jobRows.ts'
import { createJob } from '../jobs/jobs.ts'
import { countRows, type Selection } from './selection.ts'

/** What an export job does. */
export interface ExportInput {
  /** Null for everything of the tenant. */
  selection: Selection | null
  /** Whether CSV files begin with a byte order mark. */
  bom: boolean
}

/**
 * Starts a job that writes the rows of a list to a CSV file. Throws what the list throws for an invalid filter.
 */
export async function exportList(ctx: Context, selection: Selection, { bom = false } = {}): Promise<Job> {
  authorize(ctx.actor, 'data.export')
  await countRows(ctx, selection)
  return createJob(ctx, 'export', { selection, bom } satisfies ExportInput)
}

/** Starts a job that writes everything of the tenant to a zip file. Throws `PasswordRequired`. */
export async function exportEverything(ctx: Context, { bom = false } = {}): Promise<Job> {
  authorize(ctx.actor, 'data.export')
  requireTenant(ctx.actor)
  await requireRecentPassword(ctx)
  return createJob(ctx, 'export', { selection: null, bom } satisfies ExportInput)
}
