import type { ExportedList } from '../../domain/enums.ts'
import type { CellValue } from '../../domain/csv.ts'
import type { ListItems } from './selection.ts'

/** A column of a CSV file. */
export interface ExportedColumn {
  heading: string
  description: string
}

/** How the items of a list become rows. The REST API defines it, so that a file has the fields that it has. */
export interface ListFormat<Item> {
  description: string
  columns: readonly ExportedColumn[]
  toRow: (item: Item) => CellValue[]
}

export type ListFormats = { [List in ExportedList]: ListFormat<ListItems[List]> }

export function formatOf(formats: ListFormats, list: ExportedList): ListFormat<ListItems[ExportedList]> {
  return formats[list] as ListFormat<ListItems[ExportedList]>
}
