import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { reportErrorAt } from '../../domain/faults.ts'
import { transact } from '../../log/transact.ts'

interface CountedTemplate {
  tenantId: string
  id: string
  mergeFieldCount: number | null
}

/** Counting reads and inspects the file, so one list counts few; the next list counts more. */
const maxCountsPerList = 10

/**
 * Counts and saves the merge fields of templates that were uploaded before they were counted, and returns all templates.
 * Of a file that cannot be inspected now, the number stays null.
 */
export async function countMissingMergeFields<T extends CountedTemplate>(ctx: Context, templates: T[]): Promise<T[]> {
  const uncounted = templates.filter(({ mergeFieldCount }) => mergeFieldCount === null).slice(0, maxCountsPerList)
  if (uncounted.length === 0) return templates
  const counts = new Map<string, number>()
  for (const template of uncounted) {
    const count = await countMergeFields(ctx, template).catch(reportErrorAt('merge field count'))
    if (typeof count === 'number') counts.set(template.id, count)
  }
  return templates.map((template) => ({
    ...template,
    mergeFieldCount: template.mergeFieldCount ?? counts.get(template.id) ?? null,
  }))
}

async function countMergeFields(ctx: Context, { tenantId, id }: CountedTemplate): Promise<number | null> {
  const [file] = await ctx.database.within({ tenantId }, (em) =>
    queryRows<{ content: Buffer }>(
      em,
      'select content from templates where tenant_id = $2 and id = $1 and merge_field_count is null',
      [id, tenantId],
    ),
  )
  if (!file) return null
  const { fields } = await ctx.services.documents.inspect(file.content)
  // The file may have been replaced meanwhile: then its own count is there.
  const statement =
    'update templates set merge_field_count = $2 where tenant_id = $3 and id = $1 and merge_field_count is null'
  await transact(ctx, { scope: { tenantId }, logTenantId: tenantId, allowArchived: true }, ({ em }) =>
    queryRows(em, statement, [id, fields.length, tenantId]),
  )
  return fields.length
}
