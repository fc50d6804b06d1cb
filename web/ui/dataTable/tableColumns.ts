import type { ReactNode } from 'react'

/** A column of a table, as data. */
export interface TableColumn<Row, Field extends string = never> {
  id: string
  label: string
  cell: (row: Row) => ReactNode
  /** What a click on the header sorts by. */
  field?: Field
  /** A class; columns without one share the rest. */
  width?: string
  /** Classes that hide the column where the table is narrow, and so in every cell of it. */
  visibility?: string
  align?: 'right'
  /** The hint of a cell, for what is cut. */
  title?: (row: Row) => string | undefined
  /** Its cells name the rows. */
  isRowHeader?: boolean
  /** Users cannot hide it. */
  isFixed?: boolean
  /** Hidden until the user shows it. */
  isHiddenAtFirst?: boolean
}

export interface TableOrder<Field extends string> {
  field: Field
  direction?: 'ASC' | 'DESC' | null | undefined
}

export interface TableSelection<Row> {
  keys: ReadonlySet<string>
  /** Must be stable, because memoized rows depend on it. */
  onSelect: (keys: readonly string[], selected: boolean) => void
  /** The checkbox for the rows of all pages. */
  all: { checked: boolean | 'mixed'; busy: boolean; toggle: () => void }
  /** What a row is called in the label of its checkbox. Must be stable. */
  nameOf: (row: Row) => string
}
