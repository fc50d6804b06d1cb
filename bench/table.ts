/** One line of the table: what was measured, against what, and whether the aim was reached. */
export interface Row {
  work: string
  measured: string
  /** What it is compared with, measured in the same run; '' where the aim is a plain figure. */
  yardstick: string
  ratio: number | null
  aim: string
  met: boolean
}

/** The rows as one table of text with aligned columns. */
export function formatTable(rows: Row[]): string {
  const lines = [
    ['work', 'measured', 'yardstick', 'ratio', 'aim', ''],
    ...rows.map(({ work, measured, yardstick, ratio, aim, met }) => [
      ...[work, measured, yardstick || '-', ratio === null ? '-' : `${ratio.toFixed(2)} x`],
      ...[aim, met ? 'met' : 'MISSED'],
    ]),
  ]
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .map((line, n) => (n === 0 ? `${line}\n${widths.map((width) => '-'.repeat(width)).join('  ')}` : line))
    .join('\n')
}

/** A figure for people: thousands separated, small ones with a decimal. */
export function formatValue(value: number, unit: string): string {
  const text = value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(value >= 10 ? 1 : 2)
  return unit.startsWith('/') ? `${text}${unit}` : `${text} ${unit}`
}
