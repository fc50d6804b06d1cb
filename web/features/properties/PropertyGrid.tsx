import { type ReactNode, useEffect, useRef } from 'react'
import type { PropertyRowFragment } from '../../gql/graphql.ts'
import { useMediaQuery } from '../../lib/useMediaQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { useVisibleRows } from './useVisibleRows.ts'

interface PropertyGridProps {
  properties: readonly PropertyRowFragment[]
  renderCard: (property: PropertyRowFragment) => ReactNode
  /** Reads the next page; left out at the end. */
  loadMore: (() => void) | undefined
  /** The last page could not be read: the next attempt is the user's. */
  loadFailed: boolean
  loading: boolean
}

/** Counted in the size of the text, which may be twice as large. */
const CARD_HEIGHT_REM = 9.25
const GAP_REM = 1
const remToPixels = (rem: number) => rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** Cards in columns, of which only those near the view exist; the next page is read before its end is seen. */
export function PropertyGrid({
  properties: houses,
  renderCard: card,
  loadMore: more,
  loadFailed: stuck,
  loading,
}: PropertyGridProps) {
  const list = useRef<HTMLUListElement>(null)
  const wide = useMediaQuery('(min-width: 1200px)')
  const medium = useMediaQuery('(min-width: 800px)')
  const columns = wide ? 3 : medium ? 2 : 1
  const rows = Math.ceil(houses.length / columns)
  const { from, to } = useVisibleRows(list, rows, remToPixels(CARD_HEIGHT_REM + GAP_REM))
  const isNearEnd = to >= rows - 1 && !stuck && !loading
  useEffect(() => {
    if (isNearEnd) more?.()
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
        {houses.slice(from * columns, to * columns).map((property, index) => (
          <li
            key={property.id}
            aria-posinset={from * columns + index + 1}
            aria-setsize={more ? -1 : houses.length}
            className="min-w-0"
          >
            {card(property)}
          </li>
        ))}
      </ul>
      {more && (
        <p className="pb-2 text-center">
          <Button onClick={more} busy={loading} busyLabel="Loading...">
            Show more
          </Button>
        </p>
      )}
    </>
  )
}
