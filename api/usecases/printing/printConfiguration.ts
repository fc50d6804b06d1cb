import type { Context } from '../../context.ts'
import { labelSheets, type LabelSheet } from '../../domain/printing/labelSheets.ts'
import { authorize } from '../../domain/permissions.ts'

export interface PrintConfiguration {
  /** Whether letters can be printed as PDF. */
  pdf: boolean
  /** Why not; null if they can. */
  reason: string | null
  labelSheets: (LabelSheet & { isEnvelope: boolean })[]
}

/** What this server can print besides Word documents and pages. */
export function readPrintConfiguration(ctx: Context): PrintConfiguration {
  authorize(ctx.actor, 'print.batch')
  const reason = ctx.services.pdf.unavailableReason
  return {
    pdf: reason === null,
    reason,
    labelSheets: labelSheets.map((sheet) => ({ ...sheet, isEnvelope: sheet.kind === 'envelope' })),
  }
}
