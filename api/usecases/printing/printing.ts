import type { Context } from '../../context.ts'
import { check } from '../../domain/errors.ts'
import { batchFileName, createLetterNamer } from '../../domain/printing/letterFileNames.ts'
import { buildMergeValues, type LetterSender } from '../../domain/printing/mergeValues.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import type { Letter, LetterFormat, LetterJob } from '../../services/documents/documents.ts'
import { ownersOf } from '../leads/leadRows.ts'
import { readLead } from '../leads/leads.ts'
import { findTemplateToPrint, type TemplateChoice } from '../templates/templates.ts'
import { chooseLeads, findRecordedPrint, type LeadChoice, type RepeatablePrint } from './chosenLeads.ts'
import { readLetterLeads, readSender } from './letterLeads.ts'
import { printDay, recordPrint, type Printout } from './printout.ts'

export interface PrintRequest extends LeadChoice {
  template: TemplateChoice
  format: LetterFormat | 'pdf'
  /** Prints one document instead of a zip file with one document for each lead. PDF is always one document. */
  merge: boolean
}

/** The number of letters that are read and rendered at a time. */
const letterBatchSize = 50
/** LibreOffice needs about half a minute and 500 MB for as many letters. */
const maxPdfLetters = 1_000

/**
 * Prints the selected leads. Renders the first letters before it records the event and returns, so that a template that
 * cannot be filled is an error and not a broken file; a PDF is converted before. Throws `NotFound` if none of the selected ids is a lead of the tenant,
 * and `Refused` if no lead is left to print. With `isRepeat` the letters of the event `eventId` are printed again, without another
 * event.
 */
export async function printLeads(
  ctx: Context,
  request: PrintRequest,
  signal?: AbortSignal,
  repeatable?: RepeatablePrint,
): Promise<Printout> {
  authorize(ctx.actor, 'print.batch')
  const tenantId = requireTenant(ctx.actor)
  const { recorded, template, chosen, sender } = await ctx.database.within({ tenantId }, async (em) => {
    const recorded = await findRecordedPrint<{ templateId: string; leadIds: string[] }>(
      em,
      tenantId,
      'LettersPrinted',
      repeatable,
    )
    return {
      recorded,
      template: await findTemplateToPrint(em, tenantId, recorded ?? request.template),
      chosen: await chooseLeads(em, tenantId, request, recorded?.leadIds),
      sender: await readSender(em, ctx.now()),
    }
  })
  const { ids, leftOut } = chosen
  const isPdf = request.format === 'pdf'
  if (isPdf) checkPdf(ctx, ids.length)
  const isOneDocument = request.merge || isPdf
  const extension = isOneDocument ? request.format : 'zip'
  const filename = batchFileName(template, printDay(sender), extension)
  const job: LetterJob = {
    template: template.content,
    format: request.format === 'pdf' ? 'docx' : request.format,
    packing: isOneDocument ? 'merged' : 'zip',
    count: ids.length,
    title: filename.replace(/\.\w+$/, ''),
    createdAt: sender.today,
  }
  const documents = ctx.services.documents.print(job, readLetters(ctx, tenantId, ids, sender), signal)
  const { format } = request
  const event = {
    ...(repeatable && { eventId: repeatable.eventId }),
    type: 'LettersPrinted' as const,
    subjectId: template.id,
    data: { count: ids.length, templateId: template.id, templateTag: template.tag, format, leadIds: ids },
  }
  const printed = isPdf ? toChunks(await ctx.services.pdf.convert(documents, signal)) : documents
  const { bytes, firstLength } = await recordPrint(ctx, tenantId, printed, recorded ? null : event)
  return {
    filename,
    extension,
    total: ids.length,
    leftOut,
    expectedBytes: isPdf ? firstLength : estimateBytes(firstLength, ids.length),
    bytes,
  }
}

function checkPdf({ services }: Context, count: number): void {
  const reason = services.pdf.unavailableReason
  check(reason === null, reason ?? '', { format: reason ?? '' })
  const tooMany = `At most ${maxPdfLetters.toLocaleString('en-US')} letters can be printed as PDF. Choose fewer leads, or DOCX.`
  check(count <= maxPdfLetters, tooMany, { format: tooMany })
}

async function* toChunks(file: Buffer): AsyncGenerator<Uint8Array, void> {
  yield file
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
  const printed = ctx.services.documents.print(job, readLetters(ctx, lead.tenantId, [lead.id], sender), signal)
  const { bytes, firstLength } = await recordPrint(ctx, lead.tenantId, printed, null)
  return {
    filename: `${name}.${options.format}`,
    extension: options.format,
    total: 1,
    leftOut: { unconfirmed: [], doNotKnock: [], alreadyPrinted: [], notFound: [] },
    expectedBytes: firstLength,
    bytes,
  }
}

/** The letters in the order of `ids`. */
async function* readLetters(
  ctx: Context,
  tenantId: string,
  ids: readonly string[],
  sender: LetterSender,
): AsyncGenerator<Letter[]> {
  const nameOf = createLetterNamer()
  for await (const leads of readLetterLeads(ctx, tenantId, ids, letterBatchSize))
    yield leads.map((lead) => {
      const values = buildMergeValues(lead, sender)
      return { name: nameOf(lead.address, values.owner_name), values }
    })
}

function estimateBytes(firstBytes: number, total: number): number {
  return Math.round((firstBytes / Math.min(letterBatchSize, total)) * total)
}
