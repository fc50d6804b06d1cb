import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PropertyRowFragment } from '../../gql/graphql.ts'
import { useMediaQuery } from '../../lib/useMediaQuery.ts'
import { useScrolling } from '../../lists/ListBody.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import type { PropertyRows } from './propertyList.ts'

interface PropertyGridProps {
  rows: PropertyRows
  renderCard: (property: PropertyRowFragment) => ReactNode
}

/** In rem, because the text may be enlarged. */
const CARD_HEIGHT_REM = 9.25
const GAP_REM = 1
/** Rows rendered above and below the visible ones. */
const OVERSCAN_ROWS = 3
const remToPixels = (rem: number) => rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

function useColumnCount(): number {
  const wide = useMediaQuery('(min-width: 1200px)')
  const medium = useMediaQuery('(min-width: 800px)')
  return wide ? 3 : medium ? 2 : 1
}

const gridStyle = (columns: number) => ({
  gap: `${GAP_REM}rem`,
  gridAutoRows: `${CARD_HEIGHT_REM}rem`,
  gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
})

/** Stands for the cards until they are loaded, in their shape. */
export function PropertyGridSkeleton() {
  const columns = useColumnCount()
  return (
    <Loading label="properties">
      <div style={gridStyle(columns)} className="grid">
        {Array.from({ length: columns * 4 }, (_, index) => (
          <Card key={index} className="flex overflow-hidden">
            <Skeleton className="h-full w-[118px] rounded-none!" />
            <span className="flex-1 space-y-3 p-4">
              <Skeleton className="h-4 w-3/4" />
              <Skeleton className="h-3 w-1/2" />
              <Skeleton className="h-5 w-24" />
            </span>
          </Card>
        ))}
      </div>
    </Loading>
  )
}

/** Property cards in columns, virtualized by row. Loads the next page before the user reaches the end. */
export function PropertyGrid({ rows: list, renderCard }: PropertyGridProps) {
  const { rows: properties, hasMore, isLoading } = list
  const element = useRef<HTMLUListElement>(null)
  const columns = useColumnCount()
  const rows = Math.ceil(properties.length / columns)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    setTop(Math.round((element.current?.getBoundingClientRect().top ?? 0) + scrollY))
  }, [rows, columns])
  // oxlint-disable-next-line react/incompatible-library -- the items are read on each render and never memoized
  const visibleRows = useWindowVirtualizer({
    count: rows,
    estimateSize: () => remToPixels(CARD_HEIGHT_REM + GAP_REM),
    overscan: OVERSCAN_ROWS,
    scrollMargin: top,
  }).getVirtualItems()
  const from = visibleRows[0]?.index ?? 0
  const to = from + visibleRows.length
  const report = useScrolling(list, !isLoading)
  useEffect(() => {
    // Before the last row of cards.
    if (to > 0) report(from * columns, to >= rows - 1 ? properties.length - 1 : to * columns - 1)
  }, [report, from, to, columns, rows, properties.length])

  return (
    <>
      <ul
        ref={element}
        aria-label="Properties"
        style={{
          height: `${rows * (CARD_HEIGHT_REM + GAP_REM)}rem`,
          paddingTop: `${from * (CARD_HEIGHT_REM + GAP_REM)}rem`,
          ...gridStyle(columns),
        }}
        className="grid content-start"
      >
        {properties.slice(from * columns, to * columns).map((property, index) => (
          <li
            key={property.id}
            aria-posinset={from * columns + index + 1}
            aria-setsize={hasMore ? -1 : properties.length}
            className="min-w-0"
          >
            {renderCard(property)}
          </li>
        ))}
      </ul>
      {hasMore && (
        <p className="pb-2 text-center">
          <Button onClick={list.loadMore} busy={isLoading} busyLabel="Loading...">
            Show More
          </Button>
        </p>
      )}
    </>
  )
}
