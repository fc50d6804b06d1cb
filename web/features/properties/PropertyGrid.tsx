import { type ReactNode, useEffect, useRef } from 'react'
import type { PropertyRowFragment } from '../../gql/graphql.ts'
import { useMediaQuery } from '../../lib/useMediaQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { useWindow } from './useWindow.ts'

interface PropertyGridProps {
  houses: readonly PropertyRowFragment[]
  card: (house: PropertyRowFragment) => ReactNode
  /** Reads the next page; left out at the end. */
  more: (() => void) | undefined
  /** The last page could not be read: the next attempt is the user's. */
  stuck: boolean
  loading: boolean
}

/** Counted in the size of the text, which may be twice as large. */
const CARD = 9.25
const GAP = 1
const pixels = (rem: number) => rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** Cards in columns, of which only those near the view exist; the next page is read before its end is seen. */
export function PropertyGrid({ houses, card, more, stuck, loading }: PropertyGridProps) {
  const list = useRef<HTMLUListElement>(null)
  const wide = useMediaQuery('(min-width: 1200px)')
  const middle = useMediaQuery('(min-width: 800px)')
  const columns = wide ? 3 : middle ? 2 : 1
  const rows = Math.ceil(houses.length / columns)
  const { from, to } = useWindow(list, rows, pixels(CARD + GAP))
  const near = to >= rows - 1 && !stuck && !loading
  useEffect(() => {
    if (near) more?.()
  })

  return (
    <>
      <ul
        ref={list}
        aria-label="Properties"
        style={{
          height: `${rows * (CARD + GAP)}rem`,
          paddingTop: `${from * (CARD + GAP)}rem`,
          gap: `${GAP}rem`,
          gridAutoRows: `${CARD}rem`,
          gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        }}
        className="mt-4 grid content-start"
      >
        {houses.slice(from * columns, to * columns).map((house, index) => (
          <li
            key={house.id}
            aria-posinset={from * columns + index + 1}
            aria-setsize={more ? -1 : houses.length}
            className="min-w-0"
          >
            {card(house)}
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
