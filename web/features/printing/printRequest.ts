import type { PrintSelection } from '../../gql/graphql.ts'

export type PrintFormat = 'docx' | 'html' | 'pdf'
export type AddressedTo = 'owner' | 'property'

interface LeadChoice {
  selection: PrintSelection
  includeUnconfirmed: boolean
  includeDoNotKnock: boolean
  neverPrinted: boolean
}

/** Letters to print: from which template, and in which format. */
export interface LetterRequest extends LeadChoice {
  templateId: string
  format: PrintFormat
  /** True for one document, false for a zip with one document for each lead. PDF is always one document. */
  merge: boolean
}

/** Labels or envelopes to print. */
export interface LabelRequest extends LeadChoice {
  /** The id of the sheet or envelope. */
  sheet: string
  /** The first free label of the first sheet, from 1. */
  startPosition: number
  addressedTo: AddressedTo
  /** The sender on envelopes; empty for labels. */
  returnAddress: string
}

export type PrintRequest = LetterRequest | LabelRequest

interface RestCall {
  path: string
  init: RequestInit
}

/** The REST call for the request. */
export function toRestCall(request: PrintRequest): RestCall {
  return 'sheet' in request ? toLabelCall(request) : toLetterCall(request)
}

/** Spec §7. By tag and by lead type the server returns a zip, or one PDF document. */
function toLetterCall({ selection, templateId, format, merge, ...choice }: LetterRequest): RestCall {
  const { leadIds, tag, leadType } = selection
  if (leadIds)
    return {
      path: '/templates/batch-print',
      init: jsonBody({ lead_ids: leadIds, template_id: templateId, format, merge, ...toLeadOptions(choice) }),
    }
  const query = new URLSearchParams({
    ...(tag ? { tag: tag.toLowerCase() } : { lead_type: (leadType ?? '').toLowerCase() }),
    template_id: templateId,
    format,
    ...Object.fromEntries(Object.entries(toLeadOptions(choice)).map(([name, value]) => [name, String(value)])),
  })
  return { path: `/templates/batch-print-by-${tag ? 'tag' : 'lead-type'}?${query}`, init: { method: 'POST' } }
}

function toLabelCall({
  selection,
  sheet,
  startPosition,
  addressedTo,
  returnAddress,
  ...choice
}: LabelRequest): RestCall {
  const { leadIds, tag, leadType } = selection
  return {
    path: '/templates/print-labels',
    init: jsonBody({
      ...(leadIds && { lead_ids: leadIds }),
      ...(tag && { tag: tag.toLowerCase() }),
      ...(leadType && { lead_type: leadType.toLowerCase() }),
      sheet,
      start_position: startPosition,
      addressed_to: addressedTo,
      ...(returnAddress && { return_address: returnAddress }),
      ...toLeadOptions(choice),
    }),
  }
}

function toLeadOptions({ includeUnconfirmed, includeDoNotKnock, neverPrinted }: Omit<LeadChoice, 'selection'>) {
  return {
    include_unconfirmed: includeUnconfirmed,
    ...(includeDoNotKnock && { include_do_not_knock: true }),
    ...(neverPrinted && { never_printed: true }),
  }
}

const jsonBody = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/**
 * Estimates how many of `total` letters have arrived from the number of bytes. The last letter counts only when the
 * download is complete.
 */
export function estimateLettersDone(bytes: number, expectedBytes: number, total: number): number {
  if (expectedBytes <= 0) return 0
  return Math.min(total - 1, Math.floor((total * bytes) / expectedBytes))
}
