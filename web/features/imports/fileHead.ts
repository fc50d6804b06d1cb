/** How a CSV file can be read, as the server knows it. */
export const encodingLabels = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252 (Western Europe)',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16, big-endian',
  macintosh: 'Mac OS Roman (old Macintoshes)',
} as const
export type FileEncoding = keyof typeof encodingLabels

/** The beginning of a file, as the server has read it. */
export interface FileHead {
  headings: string[]
  rows: { row: number; cells: string[] }[]
  /** The sheets of a workbook, and the one that was read; null for a CSV file. */
  sheets: string[] | null
  sheet: string | null
  /** How a CSV file was read, and one line of it to check; null for a workbook. */
  encoding: FileEncoding | null
  sampleLine: string | null
}

/** What the user has chosen about the file. */
export interface FileOptions {
  sheet?: string | null
  encoding?: FileEncoding | null
}
