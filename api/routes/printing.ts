import type { Response } from 'express'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { check } from '../domain/errors.ts'
import { labelSheetIds } from '../domain/printing/labelSheets.ts'
import { parseTemplateTag } from '../domain/templates/templateTags.ts'
import { toPropertyType } from '../rest/listQuery.ts'
import { booleanText, idText, limitedText, propertyTypeText, templateTagText } from '../rest/parameters.ts'
import { itemResponse, printConfiguration } from '../rest/shapes.ts'
import { defineRoute, type FileResponse, type RepeatableRequest } from '../rest/routeDefinition.ts'
import { sendStream } from '../rest/sendStream.ts'
import { styleHash } from '../rest/securityPolicy.ts'
import { letterStyle } from '../services/documents/letters/letterStyle.ts'
import { readPrintConfiguration } from '../usecases/printing/printConfiguration.ts'
import type { PrintSelection } from '../usecases/printing/printCheck.ts'
import { printLabels } from '../usecases/printing/printLabels.ts'
import { previewLetter, printLeads, type PrintRequest } from '../usecases/printing/printing.ts'
import type { Printout } from '../usecases/printing/printout.ts'
import type { TemplateChoice } from '../usecases/templates/templates.ts'

const templateParameters = {
  template_tag: templateTagText.optional().describe('Tag of the template; the newest with this tag is used.'),
  template_id: idText.optional().describe('Id of the template, in place of `template_tag`.'),
}
const leadOptions = {
  include_unconfirmed: booleanText
    .optional()
    .describe('Also print leads whose parcel was matched by the nearest house number.'),
  include_do_not_knock: booleanText
    .optional()
    .describe('Also print leads at whose doors nobody may knock now: see `GET /do-not-knock`.'),
  never_printed: booleanText.optional().describe('Print only leads without a printed letter.'),
}
const printOptions = {
  ...templateParameters,
  // `zip` is accepted for compatibility (spec §7).
  format: z
    .enum(['docx', 'html', 'pdf', 'zip'])
    .optional()
    .describe(
      'Defaults to `docx`; `zip` means the same. `pdf` is one document with all letters, at most 1,000; `GET /templates/print-configuration` tells whether the server has it.',
    ),
  merge: booleanText
    .optional()
    .describe('Return one document with all letters instead of a zip file with one document for each lead.'),
  ...leadOptions,
}
const leadIds = z.array(idText).max(25_000).optional()
const byIdsQuery = z.object(printOptions)
const byIds = z.object({ ...printOptions, lead_ids: leadIds }).meta({
  id: 'BatchPrintOptions',
  example: { lead_ids: ['0198c7a0-0000-7000-8000-000000000003'], template_tag: 'storm', merge: true },
})
const byTag = z.object({ ...printOptions, tag: propertyTypeText.optional().describe('Tag of the leads.') })
const byLeadType = z.object({
  ...printOptions,
  lead_type: templateTagText.optional().describe('Tag of the leads, as a template tag.'),
})
const labels = z
  .object({
    lead_ids: leadIds.describe(
      'Ids of the leads, in print order. Set exactly one of `lead_ids`, `tag` and `lead_type`.',
    ),
    tag: propertyTypeText.optional().describe('Tag of the leads.'),
    lead_type: templateTagText.optional().describe('Tag of the leads, as a template tag.'),
    sheet: z.enum(labelSheetIds).describe('Sheet of labels: Avery 5160, 5161 or L7160; or envelope: US #10, DL or C6.'),
    start_position: z
      .int()
      .optional()
      .describe(
        'First free label of the first sheet, counted from left to right and from top to bottom. Defaults to 1.',
      ),
    addressed_to: z
      .enum(['owner', 'property'])
      .optional()
      .describe(
        "`owner`, the default, for the owner's mailing address, or the property's if that is unknown; `property` for the property's address.",
      ),
    return_address: limitedText('return_address')
      .optional()
      .describe('Address of the sender on an envelope, at most five lines.'),
    ...leadOptions,
  })
  .meta({
    id: 'PrintLabels',
    example: { lead_ids: ['0198c7a0-0000-7000-8000-000000000003'], sheet: '5160', start_position: 4 },
  })
const preview = z.object({ ...templateParameters, format: z.enum(['docx', 'html']).optional() })

const contentTypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  html: 'text/html; charset=utf-8',
  zip: 'application/zip',
  pdf: 'application/pdf',
} as const

/** Programs accept 8 to 16 kB of headers. */
const maxIdsInHeader = 50
const maxIdsText = `At most ${maxIdsInHeader}.`

const lettersResponse: FileResponse = {
  files: {
    [contentTypes.zip]: 'A zip file with one letter for each lead.',
    [contentTypes.docx]: 'All letters in one document, if `merge` is set.',
    'text/html': 'All letters in one page, if `merge` is set and `format` is `html`.',
    [contentTypes.pdf]: 'All letters in one document, if `format` is `pdf`.',
  },
  headers: toHeaderDescriptions('letter'),
}
const labelsResponse: FileResponse = {
  files: { [contentTypes.pdf]: 'Pages of labels or envelopes, which must be printed at actual size.' },
  headers: toHeaderDescriptions('label'),
}

function toHeaderDescriptions(piece: 'letter' | 'label'): Record<string, string> {
  return {
    'X-Letters-Total': `Number of ${piece}s.`,
    'X-Letters-Left-Out': `Number of leads without a ${piece}: those in \`X-Leads-Unconfirmed\`, \`X-Leads-Do-Not-Knock\`, \`X-Leads-Already-Printed\` and \`X-Leads-Not-Found\`.`,
    'X-Leads-Already-Printed': `Ids of the leads excluded because they have a printed letter, separated by commas. ${maxIdsText}`,
    'X-Leads-Unconfirmed': `Ids of the leads excluded because their parcel is unconfirmed, separated by commas. ${maxIdsText}`,
    'X-Leads-Do-Not-Knock': `Ids of the leads excluded because nobody may knock at their doors, separated by commas. ${maxIdsText}`,
    'X-Leads-Not-Found': `The \`lead_ids\` that are not leads of the tenant, separated by commas. ${maxIdsText}`,
    'X-Expected-Bytes': 'Estimated size in bytes, for showing progress.',
  }
}
const queryOrBody = 'Parameters can be sent in the query or in the body; the body takes precedence.'
const printErrors = {
  404: 'No template has the tag or the id.',
  422: 'The leads or the template are missing, a tag is unknown, or no lead is left to print.',
  503: 'Printing is busy or timed out.',
}

export const printingRoutes = [
  defineRoute('get', '/templates/print-configuration', {
    graphqlOperation: 'Query.printConfiguration',
    access: 'print.batch',
    summary: 'Read what this server can print',
    description: 'Whether letters can be printed as PDF, and the sheets of labels and the envelopes.',
    response: itemResponse(printConfiguration),
    handle: async (ctx) => ({ data: readPrintConfiguration(ctx) }),
  }),
  defineRoute('post', '/templates/batch-print', {
    operationId: 'batchPrint',
    access: 'print.batch',
    summary: 'Print selected leads',
    description: 'Prints the leads in `lead_ids`, in that order. Letters are streamed as they are generated.',
    query: byIdsQuery,
    body: byIds.optional(),
    response: lettersResponse,
    errors: { ...printErrors, 404: 'No template has the tag or the id, or none of the leads exist.' },
    async handle(ctx, { query, body, response, repeatable }) {
      const parameters = { ...query, ...body }
      const message = 'Please select leads and a template'
      check(parameters.lead_ids?.length && isTemplateChosen(parameters), message, { lead_ids: message })
      await print(ctx, response, toPrintRequest(parameters, { leadIds: parameters.lead_ids }), repeatable)
    },
  }),
  defineRoute('post', '/templates/batch-print-by-tag', {
    operationId: 'batchPrintByTag',
    access: 'print.batch',
    summary: 'Print all leads with a tag',
    description: queryOrBody,
    query: byTag,
    body: byTag.optional(),
    response: lettersResponse,
    errors: printErrors,
    async handle(ctx, { query, body, response, repeatable }) {
      const parameters = { ...query, ...body }
      const message = 'Please select both a lead tag and template tag'
      check(parameters.tag && isTemplateChosen(parameters), message, { tag: message })
      await print(ctx, response, toPrintRequest(parameters, { tag: toPropertyType(parameters.tag) }), repeatable)
    },
  }),
  defineRoute('post', '/templates/batch-print-by-lead-type', {
    operationId: 'batchPrintByLeadType',
    access: 'print.batch',
    summary: 'Print all leads with a template tag',
    description: queryOrBody,
    query: byLeadType,
    body: byLeadType.optional(),
    response: lettersResponse,
    errors: printErrors,
    async handle(ctx, { query, body, response, repeatable }) {
      const parameters = { ...query, ...body }
      const message = 'Please select both lead type and template'
      check(parameters.lead_type && isTemplateChosen(parameters), message, { lead_type: message })
      const leadType = parseTemplateTag(parameters.lead_type, 'lead_type')
      await print(ctx, response, toPrintRequest(parameters, { leadType }), repeatable)
    },
  }),
  defineRoute('post', '/templates/print-labels', {
    operationId: 'printLabels',
    access: 'print.batch',
    summary: 'Print addresses on labels or envelopes',
    description:
      "Prints the names and addresses of the owners as a PDF document. A lead without a known owner is addressed to 'Current Resident'. Labels and envelopes do not count as printed letters.",
    body: labels,
    response: labelsResponse,
    errors: {
      404: 'None of the leads exist.',
      422: 'The leads are missing, a tag is unknown, the start position is not on the sheet, or no lead is left to print.',
      503: printErrors[503],
    },
    async handle(ctx, { body, response, repeatable }) {
      const request = {
        selection: toSelection(body),
        sheet: body.sheet,
        startPosition: body.start_position ?? 1,
        addressedTo: body.addressed_to ?? 'owner',
        returnAddress: body.return_address ?? '',
        ...toLeadOptions(body),
      }
      await streamPrintout(response, (signal) => printLabels(ctx, request, signal, repeatable), 'attachment')
    },
  }),
  defineRoute('post', '/templates/preview/:id', {
    operationId: 'previewLetter',
    access: 'print.preview',
    readOnly: true,
    summary: 'Preview the letter of a lead',
    description: queryOrBody,
    params: { id: 'Id of the lead.' },
    query: preview,
    body: preview.optional(),
    response: {
      files: {
        [contentTypes.docx]: 'The letter.',
        'text/html': 'The letter as an HTML page in which scripts are disabled.',
      },
    },
    errors: { 422: 'The template is missing, or its tag is unknown.', 503: printErrors[503] },
    async handle(ctx, { params, query, body, response }) {
      const parameters = { ...query, ...body }
      check(isTemplateChosen(parameters), 'Please select a template', { template_tag: 'Please select a template' })
      const options = { template: toTemplateChoice(parameters), format: parameters.format ?? 'docx' }
      await streamPrintout(response, (signal) => previewLetter(ctx, params['id']!, options, signal), 'inline')
    },
  }),
]

type TemplateParameters = z.infer<z.ZodObject<typeof templateParameters>>

function isTemplateChosen({ template_id, template_tag }: TemplateParameters): boolean {
  return Boolean(template_id || template_tag)
}

function toTemplateChoice({ template_id, template_tag }: TemplateParameters): TemplateChoice {
  return template_id
    ? { templateId: template_id }
    : { templateTag: template_tag ? parseTemplateTag(template_tag) : null }
}

function toPrintRequest(
  options: z.infer<z.ZodObject<typeof printOptions>>,
  selection: PrintRequest['selection'],
): PrintRequest {
  return {
    selection,
    template: toTemplateChoice(options),
    format: options.format === 'html' || options.format === 'pdf' ? options.format : 'docx',
    merge: options.merge ?? false,
    ...toLeadOptions(options),
  }
}

function toLeadOptions(options: z.infer<z.ZodObject<typeof leadOptions>>) {
  return {
    includeUnconfirmed: options.include_unconfirmed ?? false,
    includeDoNotKnock: options.include_do_not_knock ?? false,
    neverPrinted: options.never_printed ?? false,
  }
}

function toSelection({ lead_ids, tag, lead_type }: z.infer<typeof labels>): PrintSelection {
  const message = 'Please select leads to print'
  check(lead_ids?.length || tag || lead_type, message, { lead_ids: message })
  return {
    leadIds: lead_ids,
    tag: tag === undefined ? null : toPropertyType(tag),
    leadType: lead_type === undefined ? null : parseTemplateTag(lead_type, 'lead_type'),
  }
}

function print(
  ctx: Context,
  response: Response,
  request: PrintRequest,
  repeatable: RepeatableRequest | undefined,
): Promise<void> {
  return streamPrintout(response, (signal) => printLeads(ctx, request, signal, repeatable), 'attachment')
}

/** The ids as they were sent, which can be any text: other characters are encoded as in a URL. */
function toHeader(ids: readonly string[]): string {
  return ids
    .slice(0, maxIdsInHeader)
    .map((id) => encodeURIComponent(id).slice(0, 100))
    .join(',')
}

/** Streams the letters as they are generated. Stops generating if the client disconnects. */
async function streamPrintout(
  response: Response,
  start: (signal: AbortSignal) => Promise<Printout>,
  disposition: 'attachment' | 'inline',
): Promise<void> {
  const aborter = new AbortController()
  response.on('close', () => aborter.abort())
  try {
    const printout = await start(aborter.signal)
    response.status(200).setHeader('Content-Type', contentTypes[printout.extension])
    if (disposition === 'attachment' || printout.extension !== 'html') response.attachment(printout.filename)
    // `attachment` sets a content type based on the file name.
    response.setHeader('Content-Type', contentTypes[printout.extension])
    if (printout.extension === 'html')
      response.setHeader(
        'Content-Security-Policy',
        `sandbox; default-src 'none'; style-src ${styleHash(letterStyle)}; img-src data:; base-uri 'none'; frame-ancestors 'none'`,
      )
    response.setHeader('X-Letters-Total', String(printout.total))
    const { unconfirmed, doNotKnock, alreadyPrinted, notFound } = printout.leftOut
    const leftOut = Object.values(printout.leftOut).reduce((sum, { length }) => sum + length, 0)
    response.setHeader('X-Letters-Left-Out', String(leftOut))
    if (alreadyPrinted.length > 0) response.setHeader('X-Leads-Already-Printed', toHeader(alreadyPrinted))
    if (unconfirmed.length > 0) response.setHeader('X-Leads-Unconfirmed', toHeader(unconfirmed))
    if (doNotKnock.length > 0) response.setHeader('X-Leads-Do-Not-Knock', toHeader(doNotKnock))
    if (notFound.length > 0) response.setHeader('X-Leads-Not-Found', toHeader(notFound))
    response.setHeader('X-Expected-Bytes', String(printout.expectedBytes))
    await sendStream(response, printout.bytes, 1)
  } catch (error) {
    if (!aborter.signal.aborted) throw error
  }
}
