import { type ReactNode, Suspense } from 'react'
import type { PropertyRowFragment } from '../../gql/graphql.ts'
import { lazyNamed } from '../../lib/lazyNamed.ts'
import { lazyPart } from '../../lib/lazyPart.ts'
import { useUrlFilters } from '../../lib/urlFilters.ts'
import { useIsPhone } from '../../lib/useMediaQuery.ts'
import { FilterBar } from '../../lists/FilterBar.tsx'
import { ListBody, ListEmpty } from '../../lists/ListBody.tsx'
import { describeCount, ListActions, ListCount, ListViews, useTotalOfAll } from '../../lists/ListTools.tsx'
import { useList } from '../../lists/useList.ts'
import { useSelection } from '../../lists/useSelection.ts'
import { propertyTypeLabels } from '../../domain/labels.ts'
import { useAbilities } from '../../session/person/MeProvider.tsx'
import { useAssigneeOptions } from '../../lists/filterOptions.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { LoadingRows } from '../../ui/Skeleton.tsx'
import { PropertyCard } from './PropertyCard.tsx'
import { PropertyGrid, PropertyGridSkeleton } from './PropertyGrid.tsx'
import { propertyList, propertyView } from './propertyList.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'

const PropertyTable = lazyNamed(async () => (await import('./PropertyTable.tsx')).PropertyTable)
const PropertyColumnMenu = lazyPart(
  async () => (await import('./PropertyTable.tsx')).PropertyColumnMenu,
  <span className="block size-9" />,
)

interface PropertyPanelProps {
  /** A picture of the property from above. */
  picture: (property: PropertyRowFragment) => ReactNode
  onEdit: (id: string) => void
}

/** The saved properties that the user may see: search and filters, and a card or a row of a table for each. */
export function PropertyPanel({ picture, onEdit }: PropertyPanelProps) {
  const { viewAllProperties } = useAbilities()
  const phone = useIsPhone()
  const list = useList(propertyList)
  const { filter, isFiltered, isLoaded, head, total } = list
  const all = useTotalOfAll(propertyList, isFiltered)
  const { filters: shown, setFilters: setShown } = useUrlFilters(propertyView)
  const isTable = shown.view === 'table' && !phone
  const assignees = useAssigneeOptions(viewAllProperties)
  const selection = useSelection()
  const tags = head?.tagsFound.map((value) => ({ value, label: propertyTypeLabels[value] })) ?? []
  const empty = (
    <ListEmpty
      {...list}
      names={propertyList.names}
      hint={
        viewAllProperties
          ? 'Save the first house on the map, or import a list.'
          : 'Save the first house on the map: yours and those assigned to you appear here.'
      }
      action={<ButtonLink to="/map">Map Search</ButtonLink>}
    />
  )
  const actions = <ListActions list={propertyList} url={list} total={isLoaded ? total : undefined} />
  return (
    <>
      <PageHeader
        title="Properties"
        count={
          <p role="status" className="figures text-small text-ink-2">
            <ListCount list={propertyList}>
              {isLoaded && describeCount(propertyList.names, total, isFiltered ? all : undefined)}
            </ListCount>
          </p>
        }
      >
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
        {!phone && actions}
      </PageHeader>
      <ListViews list={propertyList} />
      <FilterBar
        list={propertyList}
        url={list}
        choices={{ tag: { options: tags }, assigned: { options: assignees } }}
        searchClass="w-[260px]"
        aside={
          isTable && (
            <div className="ml-auto">
              <PropertyColumnMenu />
            </div>
          )
        }
      >
        {phone && actions}
      </FilterBar>
      <div className={isTable ? 'mt-3' : 'mt-4'}>
        <ListBody
          list={propertyList}
          rows={list}
          skeleton={<PropertyGridSkeleton />}
          isSkeletonOfCards
          empty={empty}
          table={
            isTable ? (
              <Suspense
                fallback={
                  <Card>
                    <LoadingRows label="properties" rows={8} rowClass="h-11" className="px-5 pt-9" />
                  </Card>
                }
              >
                <PropertyTable
                  {...{ filter, onEdit, empty, selection }}
                  rows={list}
                  onDeleted={list.remove}
                  order={list.orderBy}
                  onSort={list.sortBy}
                />
              </Suspense>
            ) : null
          }
          cards={
            <PropertyGrid
              rows={list}
              renderCard={(property) => (
                <PropertyCard
                  property={property}
                  picture={picture(property)}
                  onEdit={() => onEdit(property.id)}
                  onDeleted={() => list.remove(property.id)}
                />
              )}
            />
          }
        />
      </div>
    </>
  )
}
