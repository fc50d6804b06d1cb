import type { PrintSelection } from '../../gql/graphql.ts'

export type PrintFormat = 'docx' | 'html'

/** What to print, from which template, and in which format. */
export interface PrintRequest {
  selection: PrintSelection
  templateId: string
  format: PrintFormat
  includeUnconfirmed: boolean
  /** True for one document, false for a zip with one document for each lead. */
  merge: boolean
}

/** The REST call of spec §7 for the request. By tag and by lead type the server returns a zip only. */
export function toRestCall({ selection, templateId, format, includeUnconfirmed, merge }: PrintRequest): {
  path: string
  init: RequestInit
} {
  const { leadIds, tag, leadType } = selection
  if (leadIds)
    return {
      path: '/templates/batch-print',
      init: {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          lead_ids: leadIds,
          template_id: templateId,
          format,
          merge,
          include_unconfirmed: includeUnconfirmed,
        }),
      },
    }
  const query = new URLSearchParams({
    ...(tag ? { tag: tag.toLowerCase() } : { lead_type: (leadType ?? '').toLowerCase() }),
    template_id: templateId,
    format,
    include_unconfirmed: String(includeUnconfirmed),
  })
  return { path: `/templates/batch-print-by-${tag ? 'tag' : 'lead-type'}?${query}`, init: { method: 'POST' } }
}

/**
 * Estimates how many of `total` letters have arrived from the number of bytes. The last letter counts only when the
 * download is complete.
 */
export function estimateLettersDone(bytes: number, expectedBytes: number, total: number): number {
  if (expectedBytes <= 0) return 0
  return Math.min(total - 1, Math.floor((total * bytes) / expectedBytes))
}
