/** Rows of text with aligned columns; the first row is the heading and is underlined. */
export function alignColumns(lines: string[][]): string {
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
