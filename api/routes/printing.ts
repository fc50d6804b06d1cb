import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { check } from '../domain/errors.ts'
import { parseTemplateTag } from '../domain/templateTags.ts'
import { previewLetter, printLeads, type Printout, type PrintRequest } from '../usecases/printing/printing.ts'
import { templateTagText, propertyTypeText } from '../rest/parameters.ts'
import { defineRoute, type FileResponse } from '../rest/routeDefinition.ts'
import { toPropertyType } from './properties.ts'

const booleanText = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0'])])
  .transform((one) => [true, 'true', '1'].includes(one))
const templateTag = templateTagText.optional().describe('Which template.')
const printOptions = {
  template_tag: templateTag,
  // By-tag calls say `zip` for a zip of documents (spec §7).
  format: z.enum(['docx', 'html', 'zip']).optional().describe('`docx` when it is not given; `zip` means the same.'),
  merge: booleanText.optional().describe('One document with every letter in it instead of a zip of one each.'),
  include_unconfirmed: booleanText
    .optional()
    .describe('Also print houses whose parcel was picked by the nearest number.'),
}
const leadIds = z.array(z.string().max(100)).max(25_000).optional()
const byIdsQuery = z.object(printOptions)
const byIds = z.object({ ...printOptions, lead_ids: leadIds }).meta({
  id: 'BatchPrint',
  example: { lead_ids: ['0198c7a0-0000-7000-8000-000000000003'], template_tag: 'storm', merge: true },
})
const byTag = z.object({ ...printOptions, tag: propertyTypeText.optional().describe('The tag of the leads.') })
const byLeadType = z.object({
  ...printOptions,
  lead_type: templateTagText.optional().describe('The tag of the leads, as a template tag.'),
})
const preview = z.object({ template_tag: templateTag, format: z.enum(['docx', 'html']).optional() })

const contentTypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  html: 'text/html; charset=utf-8',
  zip: 'application/zip',
} as const

const lettersResponse: FileResponse = {
  files: {
    [contentTypes.zip]: 'A letter for each lead.',
    [contentTypes.docx]: 'All letters in one document, with `merge`.',
    'text/html': 'All letters in one page, with `merge` and `format=html`.',
  },
  headers: {
    'X-Letters-Total': 'How many letters it holds.',
    'X-Letters-Left-Out': 'How many leads were left out since their parcel is unconfirmed.',
    'X-Expected-Bytes': 'About how large it will be, for showing progress.',
  },
}
const queryOrBody = 'Parameters are taken from the query or from a body, the body first.'
const printErrors = {
  404: 'There is no template for the tag, or none of the leads is known.',
  422: 'No leads or no template were named, or a tag is unknown.',
  503: 'Printing is busy or took too long.',
}

export const printingRoutes = [
  defineRoute({
    method: 'post',
    path: '/templates/batch-print',
    operationId: 'batchPrint',
    access: 'print.batch',
    summary: 'Print chosen leads',
    description: 'The leads in `lead_ids`, in that order. The letters are sent while they are made.',
    query: byIdsQuery,
    body: byIds.optional(),
    response: lettersResponse,
    errors: printErrors,
    async handle(ctx, { query, body, response }) {
      const given = { ...query, ...body }
      const sentence = 'Please select leads and a template'
      check(given.lead_ids?.length && given.template_tag, sentence, { lead_ids: sentence })
      await print(ctx, response, toPrintRequest(given, given.template_tag, { leadIds: given.lead_ids }))
    },
  }),
  defineRoute({
    method: 'post',
    path: '/templates/batch-print-by-tag',
    operationId: 'batchPrintByTag',
    access: 'print.batch',
    summary: 'Print all leads with a tag',
    description: queryOrBody,
    query: byTag,
    body: byTag.optional(),
    response: lettersResponse,
    errors: printErrors,
    async handle(ctx, { query, body, response }) {
      const given = { ...query, ...body }
      const sentence = 'Please select both a lead tag and template tag'
      check(given.tag && given.template_tag, sentence, { tag: sentence })
      await print(ctx, response, toPrintRequest(given, given.template_tag, { tag: toPropertyType(given.tag) }))
    },
  }),
  defineRoute({
    method: 'post',
    path: '/templates/batch-print-by-lead-type',
    operationId: 'batchPrintByLeadType',
    access: 'print.batch',
    summary: 'Print all leads of a type',
    description: queryOrBody,
    query: byLeadType,
    body: byLeadType.optional(),
    response: lettersResponse,
    errors: printErrors,
    async handle(ctx, { query, body, response }) {
      const given = { ...query, ...body }
      const sentence = 'Please select both lead type and template'
      check(given.lead_type && given.template_tag, sentence, { lead_type: sentence })
      const leadType = parseTemplateTag(given.lead_type, 'lead_type')
      await print(ctx, response, toPrintRequest(given, given.template_tag, { leadType }))
    },
  }),
  defineRoute({
    method: 'post',
    path: '/templates/preview/:id',
    operationId: 'previewLetter',
    access: 'print.preview',
    readOnly: true,
    summary: 'Preview the letter of a lead',
    description: queryOrBody,
    params: { id: 'The id of the lead.' },
    query: preview,
    body: preview.optional(),
    response: {
      files: { [contentTypes.docx]: 'The letter.', 'text/html': 'The letter as a page that may run no script.' },
    },
    errors: { 422: 'No template was named, or its tag is unknown.', 503: printErrors[503] },
    async handle(ctx, { params, query, body, response }) {
      const { template_tag, format = 'docx' } = { ...query, ...body }
      check(template_tag, 'Please select a template', { template_tag: 'Please select a template' })
      const wanted = { templateTag: parseTemplateTag(template_tag), format }
      await streamPrintout(response, (signal) => previewLetter(ctx, params['id']!, wanted, signal), 'inline')
    },
  }),
]

function toPrintRequest(
  given: z.infer<z.ZodObject<typeof printOptions>>,
  templateTag: string,
  selection: PrintRequest['selection'],
): PrintRequest {
  return {
    selection,
    templateTag: parseTemplateTag(templateTag),
    format: given.format === 'html' ? 'html' : 'docx',
    merge: given.merge ?? false,
    includeUnconfirmed: given.include_unconfirmed ?? false,
  }
}

function print(ctx: Context, response: Response, request: PrintRequest): Promise<void> {
  return streamPrintout(response, (signal) => printLeads(ctx, request, signal), 'attachment')
}

/** Sends what is printed while it is made. Whoever breaks the request off ends the work. */
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
    // `attachment` guesses a type from the name.
    response.setHeader('Content-Type', contentTypes[printout.extension])
    if (printout.extension === 'html')
      response.setHeader(
        'Content-Security-Policy',
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
      )
    response.setHeader('Cache-Control', 'no-store')
    response.setHeader('X-Letters-Total', String(printout.total))
    response.setHeader('X-Letters-Left-Out', String(printout.skipped))
    response.setHeader('X-Expected-Bytes', String(printout.expectedBytes))
    await pipeline(Readable.from(printout.bytes, { objectMode: true, highWaterMark: 1 }), response)
  } catch (error) {
    if (!aborter.signal.aborted) throw error
  }
}
