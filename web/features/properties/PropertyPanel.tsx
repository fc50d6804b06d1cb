import { type ReactNode, useMemo } from 'react'
import type { PropertyRowFragment, PropertyType } from '../../gql/graphql.ts'
import { pluralize } from '../../lib/numbers.ts'
import { useAbilities } from '../../session/MeProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Select } from '../../ui/Select.tsx'
import { LoadingRows } from '../../ui/Skeleton.tsx'
import { propertyTypeLabel } from '../../domain/PropertyTypeIcon.tsx'
import { PropertyCard } from './PropertyCard.tsx'
import { PropertyGrid } from './PropertyGrid.tsx'
import { usePropertyFilter } from './usePropertyFilter.ts'
import { FETCH_FAILED, usePropertyList } from './usePropertyList.ts'

interface PropertyPanelProps {
  /** A picture of the property from above. */
  picture: (property: PropertyRowFragment) => ReactNode
  onEdit: (id: string) => void
}

/** The saved properties that the user may see: search, tag filter, and a card for each. */
export function PropertyPanel({ picture, onEdit }: PropertyPanelProps) {
  const { viewAllProperties } = useAbilities()
  const { text, setText, tag, setTag, filter, isFiltered, clear } = usePropertyFilter()
  const list = usePropertyList(filter)
  const { properties } = list
  const tags = useMemo(() => {
    // Keep the selected tag as an option even if no property has it any more.
    const found = tag === 'ALL' || list.tagsFound.includes(tag) ? list.tagsFound : [...list.tagsFound, tag]
    const options = found.map((value) => ({ value, label: propertyTypeLabel(value) }))
    return [{ value: 'ALL' as PropertyType | 'ALL', label: 'All Tags' }, ...options]
  }, [list.tagsFound, tag])

  return (
    <>
      <header className="flex items-baseline justify-between gap-4">
        <h1 className="text-title">Properties</h1>
        <p role="status" className="figures text-small text-ink-2">
          {properties && pluralize(list.total, 'property', 'properties')}
        </p>
      </header>
      <div className="mt-4 flex gap-2 max-md:flex-col">
        <SearchField label="Search address or owner" value={text} onChange={setText} className="md:w-85" />
        <Select
          variant="filter"
          label="Tag"
          options={tags}
          value={tag}
          onChange={setTag}
          isActive={tag !== 'ALL'}
          className="max-md:self-start"
        />
      </div>
      {properties?.length ? (
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
      ) : (
        <Card className="mt-4">
          {properties ? (
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
                isFiltered ? (
                  <Button onClick={clear}>Clear filters</Button>
                ) : (
                  <ButtonLink to="/map">Map Search</ButtonLink>
                )
              }
            />
          ) : list.failed ? (
            <ErrorState title={FETCH_FAILED} onRetry={list.refresh} busy={list.loading} />
          ) : (
            <LoadingRows label="properties" rows={4} cells={['h-24 w-full']} rowClass="" className="space-y-4 p-5" />
          )}
        </Card>
      )}
    </>
  )
}
