import { alignColumns } from '../tests/support/textTable.ts'
import { type AlternatedResult, pairedRatio } from './load.ts'

/** One row of the table: what was measured, the baseline, and whether the target was met. */
export interface Row {
  work: string
  measured: string
  /** The baseline, measured in the same run; '' if the target is an absolute value. */
  baseline: string
  ratio: number | null
  /** '' if the row has no target. */
  target: string
  met: boolean
}

/** A row that compares two loads by the median ratio of their rates in paired rounds; without `target` for information. */
export function compareRates(
  work: string,
  ours: AlternatedResult,
  other: AlternatedResult,
  name: string,
  target: number | null = null,
): Row {
  const ratio = pairedRatio(ours, other)
  return {
    work,
    measured: formatValue(ours.perSecond, '/s'),
    baseline: `${formatValue(other.perSecond, '/s')} ${name}`,
    ratio,
    target: target === null ? '' : `>= ${target} x`,
    met: target === null || ratio >= target,
  }
}

/** The rows as a text table with aligned columns. */
export function formatTable(rows: Row[]): string {
  return alignColumns([
    ['work', 'measured', 'baseline', 'ratio', 'target', ''],
    ...rows.map(({ work, measured, baseline, ratio, target, met }) => [
      ...[work, measured, baseline || '-', ratio === null ? '-' : `${ratio.toFixed(2)} x`],
      ...(target === '' ? ['-', ''] : [target, met ? 'met' : 'MISSED']),
    ]),
  ])
}

/** Formats a number with thousands separators, small ones with decimals. */
export function formatValue(value: number, unit: string): string {
  const text = value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(value >= 10 ? 1 : 2)
  return unit.startsWith('/') ? `${text}${unit}` : `${text} ${unit}`
}
