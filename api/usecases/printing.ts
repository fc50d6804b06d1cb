import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { tenantOf, authorize } from '../domain/permissions.ts'
import type { Context } from '../context.ts'
import { rows, type EntityManager } from '../database/connection.ts'
import { check } from '../domain/errors.ts'
import { batchName, letterNames } from '../domain/letterNames.ts'
import { letterValues, type LetterLead, type Sender } from '../domain/letterValues.ts'
import type { TemplateTag } from '../domain/templateTags.ts'
import { transactIn } from '../log/transact.ts'
import type { Letter, LetterFormat, LetterJob } from '../services/documents/documents.ts'
import { readLead } from './leads.ts'
import { chooseLeads, type PrintSelection } from './printCheck.ts'
import { templateOfTag } from './templates.ts'

export interface PrintRequest {
  selection: PrintSelection
  templateTag: TemplateTag
  format: LetterFormat
  /** One document instead of an archive with one for each lead. */
  merge: boolean
  /** Leads whose owner is unconfirmed are left out unless they are included (design §6). */
  includeUnconfirmed: boolean
}

/** What was printed, being made while it is read. Whoever stops reading ends the work. */
export interface Printout {
  filename: string
  ending: 'docx' | 'html' | 'zip'
  total: number
  leftOut: number
  /** About how many bytes will come, by what the first letters took. */
  expectedBytes: number
  bytes: AsyncGenerator<Uint8Array, void>
}

/** So many letters are read and made at a time. */
const lettersAtOnce = 50

/**
 * Prints leads by ids, by tag or by lead type: one use case with a selection. Nothing is recorded or sent before the first
 * letters have been made, so a template that cannot be filled is refused in words. Throws `Refused` when no lead is left.
 */
export async function printLeads(ctx: Context, request: PrintRequest, signal?: AbortSignal): Promise<Printout> {
  authorize(ctx.actor, 'print.batch')
  const tenantId = tenantOf(ctx.actor)
  const { template, chosen, sender } = await ctx.database.within({ tenantId }, async (em) => ({
    template: await templateOfTag(em, request.templateTag),
    chosen: await chooseLeads(em, request.selection),
    sender: await readSender(em, ctx.now()),
  }))
  check(chosen.length > 0, 'No leads found')
  const printed = request.includeUnconfirmed ? chosen : chosen.filter(({ unconfirmed }) => !unconfirmed)
  check(printed.length > 0, 'The owners of all these leads are unconfirmed: include them to print them.')
  const day = format(new TZDate(sender.today, sender.timeZone), 'yyyy-MM-dd')
  const ending = request.merge ? request.format : 'zip'
  const filename = batchName(request.templateTag, day, ending)
  const job: LetterJob = {
    template: template.content,
    format: request.format,
    packing: request.merge ? 'merged' : 'zip',
    count: printed.length,
    title: filename.replace(/\.\w+$/, ''),
    at: sender.today,
  }
  const ids = printed.map(({ id }) => id)
  const bytes = ctx.services.documents.print(job, readLetters(ctx, tenantId, ids, sender), signal)
  const first = await bytes.next()
  try {
    await transactIn(ctx, tenantId, async ({ record }) =>
      record({
        type: 'LettersPrinted',
        subjectId: template.id,
        data: {
          count: printed.length,
          templateId: template.id,
          templateTag: request.templateTag,
          format: request.format,
        },
      }),
    )
  } catch (error) {
    await bytes.return()
    throw error
  }
  return {
    filename,
    ending,
    total: printed.length,
    leftOut: chosen.length - printed.length,
    expectedBytes: expected(first.value?.length ?? 0, printed.length),
    bytes: goOn(first, bytes),
  }
}

/** One lead's letter as it would be printed; a rep sees those of their own leads. Nothing is recorded. */
export async function previewLetter(
  ctx: Context,
  leadId: string,
  wanted: { templateTag: TemplateTag; format: LetterFormat },
  signal?: AbortSignal,
): Promise<Printout> {
  authorize(ctx.actor, 'print.preview')
  const lead = await readLead(ctx, leadId)
  authorize(ctx.actor, 'print.preview', { ownerId: lead.repId })
  const { template, sender } = await ctx.database.within({ tenantId: lead.tenantId }, async (em) => ({
    template: await templateOfTag(em, wanted.templateTag),
    sender: await readSender(em, ctx.now()),
  }))
  const name = letterNames()(lead.address, lead.ownerName ?? '')
  const job: LetterJob = {
    template: template.content,
    format: wanted.format,
    packing: 'single',
    count: 1,
    title: name,
    at: sender.today,
  }
  const letters = readLetters(ctx, lead.tenantId, [lead.id], sender)
  const bytes = ctx.services.documents.print(job, letters, signal)
  const first = await bytes.next()
  return {
    filename: `${name}.${wanted.format}`,
    ending: wanted.format,
    total: 1,
    leftOut: 0,
    expectedBytes: first.value?.length ?? 0,
    bytes: goOn(first, bytes),
  }
}

/** The letters in the order of `ids`, some at a time, each in a transaction of its own: a slow reader holds none open. */
async function* readLetters(ctx: Context, tenantId: string, ids: string[], sender: Sender): AsyncGenerator<Letter[]> {
  const nameOf = letterNames()
  for (let at = 0; at < ids.length; at += lettersAtOnce) {
    const leads = await ctx.database.within({ tenantId }, (em) =>
      rows<LetterLead>(
        em,
        `select p.address, p.street_number as "streetNumber", p.street_name as "streetName", p.city, p.state,
           p.zip_code as "zipCode", p.neighborhood, p.parcel_id as "parcelId", p.owner_name as "ownerName",
           p.owner_address as "ownerAddress", l.tag, l.priority, l.status, l.created_at as "createdAt",
           l.template_data as "templateData", u.full_name as "repName", u.email as "repEmail", u.phone as "repPhone"
         from unnest($1::uuid[]) with ordinality as wanted (id, place)
         join leads l on l.id = wanted.id
         join properties p on p.tenant_id = l.tenant_id and p.id = l.property_id
         left join users u on u.id = l.rep_id order by wanted.place`,
        [ids.slice(at, at + lettersAtOnce)],
      ),
    )
    yield leads.map((lead) => {
      const values = letterValues(lead, sender)
      return { name: nameOf(lead.address, values.owner_name), values }
    })
  }
}

async function readSender(em: EntityManager, today: Date): Promise<Sender> {
  const [tenant] = await rows<Omit<Sender, 'today'>>(
    em,
    `select company_name as "companyName", name as "teamName", time_zone as "timeZone" from tenants
     where id = current_tenant()`,
  )
  return { ...tenant!, today }
}

function expected(firstBytes: number, total: number): number {
  return Math.round((firstBytes / Math.min(lettersAtOnce, total)) * total)
}

async function* goOn(
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
