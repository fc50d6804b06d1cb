import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Request, Response, Router } from 'express'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { check } from '../domain/errors.ts'
import { templateTagOf } from '../domain/templateTags.ts'
import { previewLetter, printLeads, type Printout, type PrintRequest } from '../usecases/printing.ts'
import { pathPart } from './body.ts'
import type { Serve } from './handler.ts'
import { tagOf } from './properties.ts'

const flag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0'])])
  .transform((one) => [true, 'true', '1'].includes(one))
const word = z.string().max(100).optional()
const how = {
  template_tag: word,
  // By-tag calls say `zip` for a zip of documents (spec §7).
  format: z.enum(['docx', 'html', 'zip']).optional(),
  merge: flag.optional(),
  include_unconfirmed: flag.optional(),
}
const byIds = z.object({ ...how, lead_ids: z.array(z.string().max(100)).max(25_000).optional() })
const byTag = z.object({ ...how, tag: word })
const byLeadType = z.object({ ...how, lead_type: word })
const preview = z.object({ template_tag: word, format: z.enum(['docx', 'html']).optional() })

export function printingRoutes(router: Router, serve: Serve): void {
  router.post(
    '/templates/batch-print',
    serve(async (ctx, request, response) => {
      const given = byIds.parse(parametersOf(request))
      const sentence = 'Please select leads and a template'
      check(given.lead_ids?.length && given.template_tag, sentence, { lead_ids: sentence })
      await print(ctx, response, requestOf(given, given.template_tag, { leadIds: given.lead_ids }))
    }),
  )
  router.post(
    '/templates/batch-print-by-tag',
    serve(async (ctx, request, response) => {
      const given = byTag.parse(parametersOf(request))
      const sentence = 'Please select both a lead tag and template tag'
      check(given.tag && given.template_tag, sentence, { tag: sentence })
      await print(ctx, response, requestOf(given, given.template_tag, { tag: tagOf(given.tag) }))
    }),
  )
  router.post(
    '/templates/batch-print-by-lead-type',
    serve(async (ctx, request, response) => {
      const given = byLeadType.parse(parametersOf(request))
      const sentence = 'Please select both lead type and template'
      check(given.lead_type && given.template_tag, sentence, { lead_type: sentence })
      const leadType = templateTagOf(given.lead_type, 'lead_type')
      await print(ctx, response, requestOf(given, given.template_tag, { leadType }))
    }),
  )
  router.post(
    '/templates/preview/:id',
    serve(async (ctx, request, response) => {
      const { template_tag, format = 'docx' } = preview.parse(parametersOf(request))
      check(template_tag, 'Please select a template', { template_tag: 'Please select a template' })
      const wanted = { templateTag: templateTagOf(template_tag), format }
      await send(response, (signal) => previewLetter(ctx, pathPart(request, 'id'), wanted, signal), 'inline')
    }),
  )
}

/** Calls by tag carry their parameters in the query (spec §7); a body is taken as well. */
function parametersOf(request: Request): object {
  const body: unknown = request.body
  return { ...request.query, ...(typeof body === 'object' && body !== null ? body : {}) }
}

function requestOf(
  given: z.infer<z.ZodObject<typeof how>>,
  templateTag: string,
  selection: PrintRequest['selection'],
): PrintRequest {
  return {
    selection,
    templateTag: templateTagOf(templateTag),
    format: given.format === 'html' ? 'html' : 'docx',
    merge: given.merge ?? false,
    includeUnconfirmed: given.include_unconfirmed ?? false,
  }
}

function print(ctx: Context, response: Response, request: PrintRequest): Promise<void> {
  return send(response, (signal) => printLeads(ctx, request, signal), 'attachment')
}

const types = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  html: 'text/html; charset=utf-8',
  zip: 'application/zip',
} as const

/** Sends what is printed while it is made. Whoever breaks the request off ends the work. */
async function send(
  response: Response,
  begin: (signal: AbortSignal) => Promise<Printout>,
  disposition: 'attachment' | 'inline',
): Promise<void> {
  const left = new AbortController()
  response.on('close', () => left.abort())
  try {
    const printout = await begin(left.signal)
    response.status(200).setHeader('Content-Type', types[printout.ending])
    if (disposition === 'attachment' || printout.ending !== 'html') response.attachment(printout.filename)
    // `attachment` guesses a type from the name.
    response.setHeader('Content-Type', types[printout.ending])
    if (printout.ending === 'html')
      response.setHeader(
        'Content-Security-Policy',
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
      )
    response.setHeader('Cache-Control', 'no-store')
    response.setHeader('X-Letters-Total', String(printout.total))
    response.setHeader('X-Letters-Left-Out', String(printout.leftOut))
    response.setHeader('X-Expected-Bytes', String(printout.expectedBytes))
    await pipeline(Readable.from(printout.bytes, { objectMode: true, highWaterMark: 1 }), response)
  } catch (error) {
    if (!left.signal.aborted) throw error
  }
}
