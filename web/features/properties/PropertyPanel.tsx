import { useQuery } from '@apollo/client/react'
import { type ReactNode, Suspense, useMemo } from 'react'
import {
  type PropertyFilter,
  type PropertyOrder,
  type PropertyRowFragment,
  PropertyTotalDocument,
} from '../../gql/graphql.ts'
import { lazyNamed } from '../../lib/lazyNamed.ts'
import { formatCount, pluralize } from '../../lib/numbers.ts'
import { useUrlFilters } from '../../lib/urlFilters.ts'
import { useIsPhone } from '../../lib/useMediaQuery.ts'
import { useUrlOrder } from '../../lib/urlOrder.ts'
import { useTypedFilter } from '../../lib/useTypedFilter.ts'
import { useAbilities, useMe } from '../../session/MeProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { LoadingRows } from '../../ui/Skeleton.tsx'
import { PropertyCard } from './PropertyCard.tsx'
import { PropertyFilterBar } from './PropertyFilterBar.tsx'
import { propertyFilters, propertyOrder, propertyView, toFilterInput } from './propertyFilters.ts'
import { PropertyGrid } from './PropertyGrid.tsx'
import { FETCH_FAILED, usePropertyList } from './usePropertyList.ts'
import { usePropertySelection } from './usePropertySelection.ts'

const PropertyTable = lazyNamed(async () => (await import('./PropertyTable.tsx')).PropertyTable)
const PropertyActionBar = lazyNamed(async () => (await import('./PropertyActionBar.tsx')).PropertyActionBar)
const PropertyColumnMenu = lazyNamed(async () => (await import('./PropertyTable.tsx')).PropertyColumnMenu)

interface PropertyPanelProps {
  /** A picture of the property from above. */
  picture: (property: PropertyRowFragment) => ReactNode
  onEdit: (id: string) => void
  /** Exports the properties that match the filter, in the order of the list. */
  exportButton: (request: {
    list: 'PROPERTIES'
    properties: PropertyFilter
    propertyOrder: PropertyOrder
    total?: number
  }) => ReactNode
  /** The saved views, above the filters. */
  views: ReactNode
}

/** The saved properties that the user may see: search and filters, and a card or a row of a table for each. */
export function PropertyPanel({ picture, onEdit, exportButton, views }: PropertyPanelProps) {
  const { viewAllProperties, assignLeads } = useAbilities()
  const { tenant } = useMe()
  const phone = useIsPhone()
  const { filters, setFilters, clearFilters, isFiltered } = useUrlFilters(propertyFilters)
  const { typed, setTyped, reset } = useTypedFilter(filters.search, setFilters)
  const { filters: shown, setFilters: setShown } = useUrlFilters(propertyView)
  const { orderBy, sortBy } = useUrlOrder(propertyOrder)
  const filter = useStableFilter(toFilterInput(filters))
  const list = usePropertyList(filter, orderBy)
  const { properties, total } = list
  const all = useQuery(PropertyTotalDocument, { skip: !isFiltered, fetchPolicy: 'cache-and-network' }).data
  const isTable = shown.view === 'table' && !phone
  const canAssign = assignLeads && tenant !== null
  const selection = usePropertySelection(filter, properties ?? NO_PROPERTIES, total, list.refresh)
  const clear = () => {
    reset()
    clearFilters()
  }
  const empty = (
    <EmptyState
      title="No properties found"
      hint={
        isFiltered
          ? 'No properties match these filters.'
          : viewAllProperties
            ? 'Saved properties appear here.'
            : 'Properties that you save or that are assigned to you appear here.'
      }
      action={
        isFiltered ? <Button onClick={clear}>Clear filters</Button> : <ButtonLink to="/map">Map Search</ButtonLink>
      }
    />
  )
  const loadingRows = (
    <Card className="mt-4">
      <LoadingRows label="properties" rows={4} cells={['h-24 w-full']} rowClass="" className="space-y-4 p-5" />
    </Card>
  )

  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="mr-auto text-title">Properties</h1>
        <p role="status" className="figures text-small text-ink-2">
          {properties &&
            (isFiltered && all
              ? `${formatCount(total)} of ${pluralize(all.properties.totalCount, 'property', 'properties')}`
              : pluralize(total, 'property', 'properties'))}
        </p>
        {exportButton({ list: 'PROPERTIES', properties: filter, propertyOrder: orderBy, total: properties && total })}
        {!phone && (
          <SegmentedControl
            label="Show as"
            options={[
              { value: 'cards', label: 'Cards' },
              { value: 'table', label: 'Table' },
            ]}
            value={shown.view}
            onChange={(view) => setShown({ view })}
          />
        )}
      </header>
      {views}
      <PropertyFilterBar
        {...{ filters, typed, isFiltered }}
        tagsFound={list.tagsFound}
        onChange={setFilters}
        onType={setTyped}
        onClear={clear}
        aside={
          isTable && (
            <Suspense fallback={<span className="block size-9" />}>
              <PropertyColumnMenu />
            </Suspense>
          )
        }
      />
      {!properties && list.failed ? (
        <Card className="mt-4">
          <ErrorState title={FETCH_FAILED} onRetry={list.refresh} busy={list.loading} />
        </Card>
      ) : isTable ? (
        <Suspense fallback={loadingRows}>
          <PropertyTable
            {...{ total, onEdit, empty }}
            properties={properties ?? NO_PROPERTIES}
            order={orderBy}
            onSort={sortBy}
            loadMore={list.loadMore}
            loadFailed={list.loadFailed}
            isLoading={!properties}
            selection={canAssign ? selection : undefined}
          />
          {canAssign && selection.ids.size > 0 && (
            <PropertyActionBar count={selection.ids.size} onAssign={selection.assign} onClear={selection.clear} />
          )}
        </Suspense>
      ) : !properties ? (
        loadingRows
      ) : properties.length === 0 ? (
        <Card className="mt-4">{empty}</Card>
      ) : (
        <PropertyGrid
          properties={properties}
          loadMore={list.loadMore}
          loadFailed={list.loadFailed}
          loading={list.loading}
          renderCard={(property) => (
            <PropertyCard
              property={property}
              picture={picture(property)}
              onEdit={() => onEdit(property.id)}
              onDeleted={() => list.remove(property.id)}
            />
          )}
        />
      )}
    </>
  )
}

const NO_PROPERTIES: readonly PropertyRowFragment[] = []

/** Keeps the same object while its content is unchanged. */
function useStableFilter(filter: PropertyFilter): PropertyFilter {
  const json = JSON.stringify(filter)
  return useMemo(() => JSON.parse(json) as PropertyFilter, [json])
}
