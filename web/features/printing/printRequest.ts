import type { PrintSelection, TemplateTag } from '../../gql/graphql.ts'

export type PrintFormat = 'docx' | 'html'

/** What is printed, from which template, and how. */
export interface PrintRequest {
  selection: PrintSelection
  template: TemplateTag
  format: PrintFormat
  includeUnconfirmed: boolean
  /** One document; else a zip with one for each lead. */
  merge: boolean
}

/** The call of spec §7 that prints it; by tag and lead type there is only the zip. */
export function toRestCall({ selection, template, format, includeUnconfirmed, merge }: PrintRequest): {
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
          template_tag: template.toLowerCase(),
          format,
          merge,
          include_unconfirmed: includeUnconfirmed,
        }),
      },
    }
  const query = new URLSearchParams({
    ...(tag ? { tag: tag.toLowerCase() } : { lead_type: (leadType ?? '').toLowerCase() }),
    template_tag: template.toLowerCase(),
    format,
    include_unconfirmed: String(includeUnconfirmed),
  })
  return { path: `/templates/batch-print-by-${tag ? 'tag' : 'lead-type'}?${query}`, init: { method: 'POST' } }
}

/** About how many of `total` letters have come, by the bytes that have. The last one counts when all is there. */
export function estimateLettersDone(bytes: number, expectedBytes: number, total: number): number {
  if (expectedBytes <= 0) return 0
  return Math.min(total - 1, Math.floor((total * bytes) / expectedBytes))
}
