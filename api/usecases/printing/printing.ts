import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { requireTenant, authorize } from '../../domain/permissions.ts'
import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { NotFound, check } from '../../domain/errors.ts'
import { batchFileName, createLetterNamer } from '../../domain/letterFileNames.ts'
import { buildMergeValues, type LetterLead, type LetterSender } from '../../domain/mergeValues.ts'
import { transactInTenant } from '../../log/transact.ts'
import type { Letter, LetterFormat, LetterJob } from '../../services/documents/documents.ts'
import { ownersOf } from '../leads/leadRows.ts'
import { readLead } from '../leads/leads.ts'
import { selectLeads, type PrintSelection, type SelectedLead } from './printCheck.ts'
import { findTemplateToPrint, type TemplateChoice } from '../templates/templates.ts'

export interface PrintRequest {
  selection: PrintSelection
  template: TemplateChoice
  format: LetterFormat
  /** Prints one document instead of a zip file with one document for each lead. */
  merge: boolean
  /** Leads with an unconfirmed owner are skipped unless this is true (design §6). */
  includeUnconfirmed: boolean
}

/** The ids of selected leads that have no letter. */
export interface LeftOutLeads {
  /** The owner is unconfirmed, and unconfirmed ones were not included. */
  unconfirmed: string[]
  /** Unknown ids, and those of another tenant. */
  notFound: string[]
}

/** A file that is generated while `bytes` is read. Returning from `bytes` early stops the work. */
export interface Printout {
  filename: string
  extension: 'docx' | 'html' | 'zip'
  total: number
  leftOut: LeftOutLeads
  /** The estimated size of the file, from the size of its first letters. */
  expectedBytes: number
  bytes: AsyncGenerator<Uint8Array, void>
}

/** The number of letters that are read and rendered at a time. */
const letterBatchSize = 50

/**
 * Prints the selected leads. Renders the first letters before it records the event and returns, so that a template that
 * cannot be filled is an error and not a broken file. Throws `NotFound` if none of the selected ids is a lead of the tenant,
 * and `Refused` if no lead is left to print. With `isRepeat` the letters of the event `eventId` are printed again, without another
 * event.
 */
export async function printLeads(
  ctx: Context,
  request: PrintRequest,
  signal?: AbortSignal,
  repeatable?: { eventId: string; isRepeat: boolean },
): Promise<Printout> {
  authorize(ctx.actor, 'print.batch')
  const tenantId = requireTenant(ctx.actor)
  const { recorded, template, selectedLeads, recordedLeads, sender } = await ctx.database.within(
    { tenantId },
    async (em) => {
      const recorded = repeatable?.isRepeat ? await findRecordedPrint(em, tenantId, repeatable.eventId) : null
      return {
        recorded,
        template: await findTemplateToPrint(em, tenantId, recorded ?? request.template),
        selectedLeads: await selectLeads(em, tenantId, request.selection),
        recordedLeads: recorded && (await selectLeads(em, tenantId, recorded)),
        sender: await readSender(em, ctx.now()),
      }
    },
  )
  if (selectedLeads.length === 0 && request.selection.leadIds) throw new NotFound('No leads found')
  check(selectedLeads.length > 0, 'No leads found')
  const printed = recordedLeads ?? selectedLeads.filter(({ unconfirmed }) => request.includeUnconfirmed || !unconfirmed)
  check(printed.length > 0, 'All of these leads have unconfirmed owners. Include them to print them.')
  const day = format(new TZDate(sender.today, sender.timeZone), 'yyyy-MM-dd')
  const extension = request.merge ? request.format : 'zip'
  const filename = batchFileName(template, day, extension)
  const job: LetterJob = {
    template: template.content,
    format: request.format,
    packing: request.merge ? 'merged' : 'zip',
    count: printed.length,
    title: filename.replace(/\.\w+$/, ''),
    createdAt: sender.today,
  }
  const ids = printed.map(({ id }) => id)
  const bytes = ctx.services.documents.print(job, readLetters(ctx, tenantId, ids, sender), signal)
  const first = await bytes.next()
  try {
    if (!recorded)
      await transactInTenant(ctx, tenantId, async ({ record }) =>
        record({
          ...(repeatable && { eventId: repeatable.eventId }),
          type: 'LettersPrinted',
          subjectId: template.id,
          data: {
            count: printed.length,
            templateId: template.id,
            templateTag: template.tag,
            format: request.format,
            leadIds: ids,
          },
        }),
      )
  } catch (error) {
    await bytes.return()
    throw error
  }
  return {
    filename,
    extension,
    total: printed.length,
    leftOut: {
      unconfirmed: findMissingIds(
        selectedLeads.map(({ id }) => id),
        printed,
      ),
      notFound: findMissingIds(request.selection.leadIds ?? [], selectedLeads),
    },
    expectedBytes: estimateBytes(first.value?.length ?? 0, printed.length),
    bytes: prependChunk(first, bytes),
  }
}

function findMissingIds(ids: readonly string[], found: readonly SelectedLead[]): string[] {
  const foundIds = new Set(found.map(({ id }) => id))
  return [...new Set(ids.map((id) => id.toLowerCase()))].filter((id) => !foundIds.has(id))
}

/** The template and the leads of a print; null if there is no event with this id. */
async function findRecordedPrint(
  em: EntityManager,
  tenantId: string,
  eventId: string,
): Promise<{ templateId: string; leadIds: string[] } | null> {
  const [found] = await queryRows<{ templateId: string; leadIds: string[] }>(
    em,
    `select data->>'templateId' as "templateId", data->'leadIds' as "leadIds" from activity_events
     where tenant_id = $1 and event_id = $2 and type = 'LettersPrinted'`,
    [tenantId, eventId],
  )
  return found ?? null
}

/** Renders the letter of one lead without recording an event. A rep may preview the leads they may see. */
export async function previewLetter(
  ctx: Context,
  leadId: string,
  options: { template: TemplateChoice; format: LetterFormat },
  signal?: AbortSignal,
): Promise<Printout> {
  authorize(ctx.actor, 'print.preview')
  const lead = await readLead(ctx, leadId)
  authorize(ctx.actor, 'print.preview', ownersOf(lead))
  const { template, sender } = await ctx.database.within({ tenantId: lead.tenantId }, async (em) => ({
    template: await findTemplateToPrint(em, lead.tenantId, options.template),
    sender: await readSender(em, ctx.now()),
  }))
  const name = createLetterNamer()(lead.address, lead.ownerName ?? '')
  const job: LetterJob = {
    template: template.content,
    format: options.format,
    packing: 'single',
    count: 1,
    title: name,
    createdAt: sender.today,
  }
  const letters = readLetters(ctx, lead.tenantId, [lead.id], sender)
  const bytes = ctx.services.documents.print(job, letters, signal)
  const first = await bytes.next()
  return {
    filename: `${name}.${options.format}`,
    extension: options.format,
    total: 1,
    leftOut: { unconfirmed: [], notFound: [] },
    expectedBytes: first.value?.length ?? 0,
    bytes: prependChunk(first, bytes),
  }
}

/** The letters in the order of `ids`. Each batch has its own transaction, so that a slow download does not hold one open. */
async function* readLetters(
  ctx: Context,
  tenantId: string,
  ids: string[],
  sender: LetterSender,
): AsyncGenerator<Letter[]> {
  const nameOf = createLetterNamer()
  for (let offset = 0; offset < ids.length; offset += letterBatchSize) {
    const leads = await ctx.database.within({ tenantId }, (em) =>
      queryRows<LetterLead>(
        em,
        `select p.address, p.street_number as "streetNumber", p.street_name as "streetName", p.city, p.state,
           p.zip_code as "zipCode", p.neighborhood, p.parcel_id as "parcelId", p.owner_name as "ownerName",
           p.owner_address as "ownerAddress", l.tag, l.priority, l.status, l.created_at as "createdAt",
           l.template_data as "templateData", u.full_name as "repName", u.email as "repEmail", u.phone as "repPhone"
         from unnest($1::uuid[]) with ordinality as selected (id, position)
         join leads l on l.tenant_id = $2 and l.id = selected.id
         join properties p on p.tenant_id = l.tenant_id and p.id = l.property_id
         left join users u on u.id = l.rep_id order by selected.position`,
        [ids.slice(offset, offset + letterBatchSize), tenantId],
      ),
    )
    yield leads.map((lead) => {
      const values = buildMergeValues(lead, sender)
      return { name: nameOf(lead.address, values.owner_name), values }
    })
  }
}

async function readSender(em: EntityManager, today: Date): Promise<LetterSender> {
  const [tenant] = await queryRows<Omit<LetterSender, 'today'>>(
    em,
    `select company_name as "companyName", name as "teamName", time_zone as "timeZone" from tenants
     where id = current_tenant()`,
  )
  return { ...tenant!, today }
}

function estimateBytes(firstBytes: number, total: number): number {
  return Math.round((firstBytes / Math.min(letterBatchSize, total)) * total)
}

/** Yields a chunk that was already read, then the rest. Closes `rest` if the reader stops early. */
async function* prependChunk(
  first: IteratorResult<Uint8Array, void>,
  rest: AsyncGenerator<Uint8Array, void>,
): AsyncGenerator<Uint8Array, void> {
  try {
    if (!first.done) yield first.value
    yield* rest
  } finally {
    await rest.return()
  }
}
