import { useQuery } from '@apollo/client/react'
import { lazyPart } from '../lib/lazyPart.ts'
import { formatCount, pluralize } from '../lib/numbers.ts'
import { useIsPhone } from '../lib/useMediaQuery.ts'
import type { Order } from '../lib/urlOrder.ts'
import type { List } from './defineList.ts'
import { ExportButton } from './exports/ExportButton.tsx'
import type { ExportRequest } from './exports/ExportDialog.tsx'
import type { Filters } from './filters.ts'
import type { Connection } from './pages.ts'
import { Upload } from 'lucide-react'
import { useAbilities } from '../session/person/MeProvider.tsx'
import { useMockData } from '../session/person/mockData.ts'
import { ButtonLink } from '../ui/ButtonLink.tsx'

const loadTabs = async () => (await import('./savedViews/ViewTabs.tsx')).ViewTabs
/** The views of a list as tabs, above its filters. They follow the title without a gap, so that the rows begin high. */
export const ListViews = lazyPart(loadTabs)
/** The same for a list that always has tabs. A wide screen leaves room for them while they load. */
export const CountedListViews = lazyPart(loadTabs, <div className="-mt-4 h-10 border-b border-line max-md:hidden" />)
/** The number of rows, where no tab has it. */
export const ListCount = lazyPart(async () => (await import('./savedViews/ViewTabs.tsx')).ListCount)

interface ListActionsProps<Input, Field extends string> {
  list: Pick<List<Connection, Filters, Field, Input>, 'feature' | 'toExport'>
  url: { filter: Input; orderBy: Order<Field> }
  /** The number of rows that match the filter. */
  total: number | undefined
}

/** Imports into a list, and exports the rows that match its filter, in its order. On a phone a pill beside the filters, which only exports. */
export function ListActions<Input, Field extends string>({
  list,
  url: { filter, orderBy },
  total,
}: ListActionsProps<Input, Field>) {
  const phone = useIsPhone()
  const request = { ...list.toExport(filter, orderBy), total } as ExportRequest
  if (phone) return <ExportButton request={request} className="h-11 min-h-11! rounded-full!" />
  if (list.feature === 'activity') return <ExportButton request={request} />
  return (
    <div className="flex gap-2">
      <ImportButton list={list.feature} />
      <ExportButton request={request} />
    </div>
  )
}

/** The number of all rows of a list; undefined until it is known, and while `isWanted` is false. */
export function useTotalOfAll({ total }: Pick<List, 'total'>, isWanted: boolean): number | undefined {
  const { data } = useQuery(total.document, { skip: !isWanted, fetchPolicy: 'cache-and-network' })
  return data && total.countOf(data)
}

/** '389 leads', and with filters '112 of 389 leads'. */
export const describeCount = ([one, many]: List['names'], total: number, all: number | undefined): string =>
  all === undefined ? pluralize(total, one, many) : `${formatCount(total)} of ${pluralize(all, one, many)}`

/** Leads to the import of a list. Rendered for users who may import it, and not with mock data. */
function ImportButton({ list }: { list: 'properties' | 'leads' | 'users' }) {
  const { importData, addUsers } = useAbilities()
  const isMockData = useMockData()
  if (!importData || isMockData || (list === 'users' && !addUsers)) return null
  return (
    <ButtonLink to={`/import/${list}`}>
      <Upload aria-hidden size={16} />
      Import
    </ButtonLink>
  )
}
