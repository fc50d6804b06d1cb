import type { Context } from '../../context.ts'
import { check } from '../../domain/errors.ts'
import { labelSheetOf, placesOf, type LabelSheet, type LabelSheetId } from '../../domain/printing/labelSheets.ts'
import { addressLines, addresseeOf } from '../../domain/printing/mergeValues.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import type { Label, LabelJob } from '../../services/documents/documents.ts'
import { chooseLeads, findRecordedPrint, type LeadChoice, type RepeatablePrint } from './chosenLeads.ts'
import { readLetterLeads, readSender } from './letterLeads.ts'
import { printDay, recordPrint, type Printout } from './printout.ts'

export interface LabelRequest extends LeadChoice {
  sheet: LabelSheetId
  /** The first free label of the first sheet, from 1. */
  startPosition: number
  /** Whether to write to the owner's mailing address, if it is known, or to the property. */
  addressedTo: 'owner' | 'property'
  /** The sender's lines on an envelope. Sheets of labels have none. */
  returnAddress: string
}

const maxReturnAddressLines = 5
const labelBatchSize = 200
/** Measured with names and addresses of usual length. Only the progress bar depends on it. */
const estimatedBytes = { file: 12_000, label: 35, envelope: 620 }

/**
 * Prints the addresses of the selected leads on sheets of labels or envelopes, as a PDF document. Throws `NotFound` if none of
 * the selected ids is a lead of the tenant, and `Refused` if the start position is not on the sheet or no lead is left to print.
 * With `isRepeat` the leads of the event `eventId` are printed again, without another event.
 */
export async function printLabels(
  ctx: Context,
  request: LabelRequest,
  signal?: AbortSignal,
  repeatable?: RepeatablePrint,
): Promise<Printout> {
  authorize(ctx.actor, 'print.batch')
  const tenantId = requireTenant(ctx.actor)
  const sheet = labelSheetOf(request.sheet)
  checkStartPosition(sheet, request.startPosition)
  const returnAddress = toReturnAddress(sheet, request.returnAddress)
  const { recorded, chosen, sender } = await ctx.database.within({ tenantId }, async (em) => {
    const recorded = await findRecordedPrint(em, tenantId, 'LabelsPrinted', repeatable)
    return {
      recorded,
      chosen: await chooseLeads(em, tenantId, request, recorded?.leadIds),
      sender: await readSender(em, ctx.now()),
    }
  })
  const { ids, leftOut } = chosen
  const title = `${sheet.kind === 'labels' ? 'labels' : 'envelopes'}-${printDay(sender)}`
  const job: LabelJob = {
    sheet,
    startPosition: request.startPosition,
    returnAddress,
    title,
    createdAt: sender.today,
  }
  const printed = ctx.services.documents.printLabels(job, readLabels(ctx, tenantId, ids, request.addressedTo), signal)
  const data = { count: ids.length, sheet: sheet.id, leadIds: ids }
  const event = { ...(repeatable && { eventId: repeatable.eventId }), type: 'LabelsPrinted' as const, data }
  const { bytes } = await recordPrint(ctx, tenantId, printed, recorded ? null : event)
  return {
    filename: `${title}.pdf`,
    extension: 'pdf',
    total: ids.length,
    leftOut,
    expectedBytes: estimatedBytes.file + ids.length * estimatedBytes[sheet.kind === 'labels' ? 'label' : 'envelope'],
    bytes,
  }
}

function checkStartPosition(sheet: LabelSheet, startPosition: number): void {
  const places = placesOf(sheet)
  const message =
    places === 1
      ? 'An envelope has one place: the start position must be 1.'
      : `The start position must be a whole number from 1 to ${places}, the number of labels on a sheet.`
  const isOnSheet = Number.isInteger(startPosition) && startPosition >= 1 && startPosition <= places
  check(isOnSheet, message, { start_position: message })
}

function toReturnAddress(sheet: LabelSheet, text: string): string[] {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter(Boolean)
  if (lines.length === 0) return []
  const notOnLabels = 'Labels have no return address. Leave it out, or print envelopes.'
  check(sheet.returnAddress, notOnLabels, { return_address: notOnLabels })
  const tooLong = `The return address can have at most ${maxReturnAddressLines} lines.`
  check(lines.length <= maxReturnAddressLines, tooLong, { return_address: tooLong })
  return lines
}

async function* readLabels(
  ctx: Context,
  tenantId: string,
  ids: readonly string[],
  addressedTo: LabelRequest['addressedTo'],
): AsyncGenerator<Label[]> {
  for await (const leads of readLetterLeads(ctx, tenantId, ids, labelBatchSize))
    yield leads.map((lead) => ({ name: addresseeOf(lead), address: addressLines(lead, addressedTo) }))
}
