import { readScope, type Context } from '../../context.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { transactInTenant } from '../../log/transact.ts'
import { linkTo, queueMail } from '../../records/mailWrites.ts'
import type { JobHandler, JobRun } from '../jobs/runJob.ts'
import { toCsv } from './csv.ts'
import { everythingOf } from './everything.ts'
import { formatOf, type ListFormats } from './exportFormats.ts'
import type { ExportInput } from './exports.ts'
import { withPinnedReads } from './pinnedContext.ts'
import { countRows, parseSelection, readPages, type Selection } from './selection.ts'
import { toZip } from './zipFile.ts'

/** Whoever asked for a shorter export still waits for it. */
const shortExportMs = 60_000

/** Returns the handler of export jobs. It checks the permission again, because the job may run later. */
export function createExportHandler(formats: ListFormats): JobHandler {
  return async (run) => {
    authorize(run.ctx.actor, 'data.export')
    const { selection, bom } = run.job.input as ExportInput
    const rows = selection
      ? await writeList(run, formats, parseSelection(selection), bom)
      : await writeEverything(run, formats, bom)
    const { id: jobId, tenantId, createdAt } = run.job
    const isLong = run.ctx.now().getTime() - createdAt.getTime() > shortExportMs
    await transactInTenant(run.ctx, tenantId, async (writing) => {
      const { record, beforeCommit } = writing
      const content = { what: selection?.list ?? 'everything', url: linkTo(run.ctx, '/jobs') }
      if (isLong) queueMail(run.ctx, writing, { kind: 'export_ready', to: run.ctx.actor!.email, content })
      record({ type: 'DataExported', data: { jobId, list: selection?.list ?? null, rows } })
      beforeCommit((em) => run.complete(em, { rows }))
    })
  }
}

async function writeList(run: JobRun, formats: ListFormats, selection: Selection, bom: boolean): Promise<number> {
  const { columns, toRow } = formatOf(formats, selection.list)
  let done = 0
  await withPinnedReads(run.ctx, readScope(run.ctx), async (pinned) => {
    const total = await countRows(pinned, selection)
    const onRows = countProgress(run, total)
    const pages = (async function* () {
      for await (const items of readPages(pinned, selection)) {
        yield items.map(toRow)
        done = await onRows(items.length)
      }
    })()
    const headings = columns.map(({ heading }) => heading)
    await run.writeFile(
      { name: `${selection.list}-${dayOf(run.ctx)}.csv`, type: 'text/csv; charset=utf-8' },
      toCsv(headings, pages, { bom }),
    )
  })
  return done
}

async function writeEverything(run: JobRun, formats: ListFormats, bom: boolean): Promise<number> {
  const tenantId = requireTenant(run.ctx.actor)
  let done = 0
  await withPinnedReads(run.ctx, { tenantId }, async (pinned) => {
    let onRows: (count: number) => Promise<number> = () => Promise.resolve(0)
    const { entries, total } = await everythingOf(pinned, tenantId, formats, {
      bom,
      onRows: async (count) => void (done = await onRows(count)),
    })
    onRows = countProgress(run, total)
    const file = { name: `everything-${dayOf(run.ctx)}.zip`, type: 'application/zip' }
    await run.writeFile(file, toZip(entries, run.ctx.now()))
  })
  return done
}

/** Reports the progress of a job by the numbers of rows that are added, and returns their sum. */
function countProgress({ progress }: JobRun, total: number): (count: number) => Promise<number> {
  let done = 0
  return async (count) => {
    done += count
    await progress(done, Math.max(done, total))
    return done
  }
}

const dayOf = (ctx: Context): string => ctx.now().toISOString().slice(0, 10)
