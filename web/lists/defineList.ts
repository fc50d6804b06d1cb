import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import type { ExportedList } from '../gql/graphql.ts'
import type { Order, UrlOrder } from '../lib/urlOrder.ts'
import type { Filters } from './filters.ts'
import type { Connection, PageSource, RowOf } from './pages.ts'

/** A list of a feature, as data. */
export interface List<
  Whole extends Connection = Connection,
  Definitions extends Filters = Filters,
  Field extends string = string,
  Input = object,
> extends PageSource<Whole> {
  feature: 'properties' | 'leads' | 'users' | 'activity'
  /** What it is in exports and saved views. */
  list: ExportedList
  /** '1 lead', '2 leads'. */
  names: readonly [one: string, many: string]
  /** The name of the view without filters. */
  allLabel: string
  /** Has tabs with counts on a wide screen, before the saved views. */
  hasCountedViews?: boolean
  filters: Definitions
  orders: UrlOrder<Field>
  total: { document: TypedDocumentNode<object, OperationVariables>; countOf: (data: object) => number }
  /** Calls the function when the list should be read again. */
  useOnChanged?: ((reload: () => void) => void) | undefined
  /** The variables that export the rows of a filter in an order. */
  toExport(this: void, filter: Input, orderBy: Order<Field>): object
}

interface Definition<Data, Total, Whole extends Connection, Input, Definitions, Field extends string> extends Omit<
  List<Whole, never, Field, Input>,
  'document' | 'connectionOf' | 'keyOf' | 'total' | 'filters'
> {
  // oxlint-disable-next-line typescript/no-explicit-any -- the list and its filters are checked against each other below
  document: TypedDocumentNode<Data, any>
  connectionOf: (data: Data) => Whole
  /** By default the id. */
  keyOf?: (row: RowOf<Whole>) => string
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  total: { document: TypedDocumentNode<Total, any>; countOf: (data: Total) => number }
  filters: Definitions
}

interface PagesDefinition<Data, Whole extends Connection> extends Omit<
  PageSource<Whole>,
  'document' | 'connectionOf' | 'failed' | 'keyOf' | 'pageSize'
> {
  // oxlint-disable-next-line typescript/no-explicit-any -- the query of `usePages` has the variables
  document: TypedDocumentNode<Data, any>
  connectionOf: (data: Data) => Whole
  failed: string
  keyOf?: (row: RowOf<Whole>) => string
  pageSize?: number
}

/** Declares rows that are read page by page and have neither filters of their own nor an order. */
export const definePages = <Data, Whole extends Connection>(definition: PagesDefinition<Data, Whole>) =>
  ({
    keyOf: ({ id }: { id: string }) => id,
    pageSize: 50,
    isCached: true,
    ...definition,
  }) as unknown as PageSource<Whole>

/**
 * Declares a list once: its screen, its saved views, its export and its counts follow from it. `Input` is the filter of the server,
 * against which the filters are checked.
 */
export const defineList =
  <Input>() =>
  <Data, Total, Whole extends Connection, Definitions extends Filters<Input>, Field extends string>(
    definition: Definition<Data, Total, Whole, Input, Definitions, Field>,
  ) =>
    // What a document answers is known here only.
    ({ keyOf: ({ id }: { id: string }) => id, ...definition }) as unknown as List<Whole, Definitions, Field, Input>
