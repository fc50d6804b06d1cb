import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PropertyRowFragment } from '../../gql/graphql.ts'
import { useMediaQuery } from '../../lib/useMediaQuery.ts'
import { Button } from '../../ui/Button.tsx'

interface PropertyGridProps {
  properties: readonly PropertyRowFragment[]
  renderCard: (property: PropertyRowFragment) => ReactNode
  /** Loads the next page; undefined on the last one. */
  loadMore: (() => void) | undefined
  /** The last page failed to load, so the next attempt is left to the user. */
  loadFailed: boolean
  loading: boolean
}

/** In rem, because the text may be enlarged. */
const CARD_HEIGHT_REM = 9.25
const GAP_REM = 1
/** Rows rendered above and below the visible ones. */
const OVERSCAN_ROWS = 3
const remToPixels = (rem: number) => rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** Property cards in columns, virtualized by row. Loads the next page before the user reaches the end. */
export function PropertyGrid({ properties, renderCard, loadMore, loadFailed, loading }: PropertyGridProps) {
  const list = useRef<HTMLUListElement>(null)
  const wide = useMediaQuery('(min-width: 1200px)')
  const medium = useMediaQuery('(min-width: 800px)')
  const columns = wide ? 3 : medium ? 2 : 1
  const rows = Math.ceil(properties.length / columns)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    setTop(Math.round((list.current?.getBoundingClientRect().top ?? 0) + scrollY))
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
  const isNearEnd = to >= rows - 1 && !loadFailed && !loading
  useEffect(() => {
    if (isNearEnd) loadMore?.()
  })

  return (
    <>
      <ul
        ref={list}
        aria-label="Properties"
        style={{
          height: `${rows * (CARD_HEIGHT_REM + GAP_REM)}rem`,
          paddingTop: `${from * (CARD_HEIGHT_REM + GAP_REM)}rem`,
          gap: `${GAP_REM}rem`,
          gridAutoRows: `${CARD_HEIGHT_REM}rem`,
          gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        }}
        className="mt-4 grid content-start"
      >
        {properties.slice(from * columns, to * columns).map((property, index) => (
          <li
            key={property.id}
            aria-posinset={from * columns + index + 1}
            aria-setsize={loadMore ? -1 : properties.length}
            className="min-w-0"
          >
            {renderCard(property)}
          </li>
        ))}
      </ul>
      {loadMore && (
        <p className="pb-2 text-center">
          <Button onClick={loadMore} busy={loading} busyLabel="Loading...">
            Show more
          </Button>
        </p>
      )}
    </>
  )
}
