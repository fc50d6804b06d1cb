import { ChevronDown, Plus, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { SavedViewFieldsFragment } from '../../gql/graphql.ts'
import { formatCount } from '../../lib/numbers.ts'
import { useIsPhone } from '../../lib/useMediaQuery.ts'
import { useAbilities, useMe } from '../../session/person/MeProvider.tsx'
import { classNames } from '../../ui/classNames.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import type { List } from '../defineList.ts'
import { useViewTotal } from '../useList.ts'
import { useSavedViews } from './useSavedViews.ts'
import { ViewDialog } from './ViewDialog.tsx'
import { toViewQuery, toViewSearch } from './viewQuery.ts'

type View = SavedViewFieldsFragment

/** A view that a list always has, and whose rows are counted elsewhere. */
export interface CountedView {
  name: string
  query: string
  /** Undefined while it is unknown. */
  total: number | undefined
}

interface ViewTabsProps {
  list: List
  /** In place of the view of all rows; those that a user has saved, too, are left out. */
  counted?: readonly CountedView[] | undefined
}

/**
 * The saved views of a list as links, so that the view is in the address. A view is the current one while the address has its
 * filters and order. They take no room while a list has no view but that of all rows, and the button that saves one is among the
 * filters then, and always on a phone.
 */
export function ViewTabs({ list, counted }: ViewTabsProps) {
  const { search } = useLocation()
  const { isAdmin } = useAbilities()
  const { views = [], update, remove } = useSavedViews(list.list)
  const [renamed, setRenamed] = useState<View | null>(null)
  const query = toViewQuery(search)
  const phone = useIsPhone()
  const current = views.find((view) => toViewQuery(view.query) === query) ?? null
  const isSaved = (one: string) => views.some((view) => toViewQuery(view.query) === one)
  const isCounted = counted?.some((view) => view.query === query)
  if (!hasTabs(views, counted !== undefined)) return null
  return (
    <nav
      aria-label="Views"
      className="relative -mt-4 flex h-10 items-stretch gap-1 overflow-x-auto overflow-y-hidden border-b border-line [scrollbar-width:none] max-md:-mx-4 max-md:mt-4 max-md:h-12 max-md:px-4"
    >
      {counted ? (
        counted
          .filter((view) => !isSaved(view.query))
          .map((view) => <ViewLink key={view.name} {...view} isCurrent={view.query === query} />)
      ) : (
        <ViewTab list={list} query="" name={list.allLabel} isCurrent={query === ''} />
      )}
      {views.map((view) => (
        <span key={view.id} className="flex shrink-0 items-center">
          <ViewTab
            list={list}
            query={view.query}
            name={view.name}
            isShared={view.shared}
            isCurrent={view === current}
          />
          {view === current && (view.mine || isAdmin) && (
            <Menu trigger={<IconButton size="small" label={`Change view ${view.name}`} icon={ChevronDown} />}>
              <MenuItem onSelect={() => setRenamed(view)}>Rename</MenuItem>
              <MenuItem onSelect={() => void update(view.id, { shared: !view.shared })}>
                {view.shared ? 'Stop Sharing' : 'Share with the Team'}
              </MenuItem>
              <MenuItem destructive onSelect={() => void remove(view.id)}>
                Delete View
              </MenuItem>
            </Menu>
          )}
        </span>
      ))}
      {!phone && !isCounted && (
        <SaveView
          list={list.list}
          className="ml-1 rounded-button px-2.5 -outline-offset-2 font-[550] text-ink-2 hover:text-ink"
        />
      )}
      {renamed && (
        <ViewDialog
          title="Rename View"
          initialName={renamed.name}
          onSave={({ name }) => update(renamed.id, { name })}
          onClose={() => setRenamed(null)}
        />
      )}
    </nav>
  )
}

const hasTabs = (views: readonly View[], hasCountedViews: boolean) => hasCountedViews || views.length > 0

/** The number of all rows, unless the tab of all rows has it. */
export function ListCount({ list, children }: { list: Pick<List, 'list'>; children: ReactNode }) {
  const { views = [] } = useSavedViews(list.list)
  const isTotal = toViewQuery(useLocation().search) === ''
  return isTotal && hasTabs(views, false) ? null : children
}

/** `SaveView` among the filters of a list, unless it is among the tabs. */
export function SaveViewBesideFilters({ list }: { list: Pick<List, 'list' | 'hasCountedViews'> }) {
  const phone = useIsPhone()
  const { views = [] } = useSavedViews(list.list)
  if (!phone && hasTabs(views, list.hasCountedViews === true)) return null
  return (
    <SaveView
      list={list.list}
      className="h-9 rounded-button border border-dashed border-field bg-surface px-3 font-[550] max-md:h-11 max-md:rounded-full max-md:px-4"
    />
  )
}

/** The button that saves the filters and order of the address as a view; absent while a view has them. */
function SaveView({ list, className }: { list: List['list']; className: string }) {
  const { tenant } = useMe()
  const { views = [], create } = useSavedViews(list)
  const [isNaming, setIsNaming] = useState(false)
  const query = toViewQuery(useLocation().search)
  if (!tenant || query === '' || views.some((view) => toViewQuery(view.query) === query)) return null
  return (
    <>
      <button
        type="button"
        onClick={() => setIsNaming(true)}
        className={classNames('inline-flex shrink-0 items-center gap-1.5 whitespace-nowrap', className)}
      >
        <Plus aria-hidden size={16} />
        Save View
      </button>
      {isNaming && (
        <ViewDialog
          title="Save View"
          initialShared={false}
          onSave={({ name, shared }) => create({ list, name, shared, query })}
          onClose={() => setIsNaming(false)}
        />
      )}
    </>
  )
}

interface ViewLinkProps extends CountedView {
  isShared?: boolean
  isCurrent: boolean
}

const ViewTab = ({ list, ...view }: Omit<ViewLinkProps, 'total'> & { list: List }) => (
  <ViewLink {...view} total={useViewTotal(list, view.query)} />
)

function ViewLink({ query, name, total, isShared = false, isCurrent }: ViewLinkProps) {
  const { search } = useLocation()
  return (
    <Link
      to={{ search: toViewSearch(query, search) }}
      aria-current={isCurrent ? 'page' : undefined}
      className={classNames(
        'inline-flex h-full max-w-64 shrink-0 items-center gap-2 border-b-2 px-3 -outline-offset-2 whitespace-nowrap',
        isCurrent ? 'border-ink font-semibold text-ink' : 'border-transparent text-ink-2 hover:text-ink',
      )}
    >
      <span className="truncate">{name}</span>
      {isShared && <Users role="img" aria-label="shared" size={14} className="shrink-0 text-ink-3" />}
      <span
        className={classNames(
          'figures rounded-badge px-1.5 text-badge leading-5 font-semibold empty:hidden',
          isCurrent ? 'bg-accent-tint text-ink' : 'bg-mute-tint text-mute',
        )}
      >
        {total !== undefined && formatCount(total)}
      </span>
    </Link>
  )
}
