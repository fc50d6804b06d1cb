import { defaultRangeExtractor, measureElement, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** The number of rows rendered above and below the viewport, in the first rendering and after it. */
const [FIRST_OVERSCAN, OVERSCAN] = [1, 16]

interface VirtualRowsOptions {
  count: number
  /** The height in pixels of rows that are not measured yet. */
  estimatedHeight: number
  /** The space in pixels between two rows. */
  gap?: number
  /** Must be stable while the rows are unchanged, because the row positions are recomputed when it changes. */
  keyOf: (index: number) => string
}

export interface VirtualRow {
  key: string
  index: number
  /** The height of the rows left out before this one. */
  spaceBefore: number
}

/**
 * Renders only the rows near the viewport of a list that scrolls with the window. Set `listRef` on the list and
 * `measureRow` and `data-index` on each row, and render empty elements of the heights `spaceBefore` and `spaceAfter`. An element
 * with `data-heading` before a row belongs to it.
 * The row last passed to `pinRow` stays rendered, so that focus in it or in its menu is not lost.
 */
export function useVirtualRows({ count, estimatedHeight, gap = 0, keyOf }: VirtualRowsOptions) {
  const [list, setList] = useState<HTMLElement | null>(null)
  const top = useDocumentTop(list)
  const pinned = useRef<string>(undefined)
  const [overscan, setOverscan] = useState(FIRST_OVERSCAN)
  useEffect(() => startTransition(() => setOverscan(OVERSCAN)), [])
  // oxlint-disable-next-line react/incompatible-library -- its functions are called in this hook only, nothing memoizes them
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count,
    gap,
    overscan,
    scrollMargin: top,
    estimateSize: () => estimatedHeight,
    getItemKey: keyOf,
    measureElement: (element, entry, instance) => {
      const before = element.previousElementSibling
      const heading = before?.matches('[data-heading]') ? before.clientHeight : 0
      return measureElement(element, entry, instance) + heading
    },
    rangeExtractor: (range: Range) => {
      const indexes = defaultRangeExtractor(range)
      for (let index = 0; pinned.current !== undefined && index < range.count; index += 1) {
        if (keyOf(index) !== pinned.current) continue
        return indexes.includes(index) ? indexes : [...indexes, index].sort((a, b) => a - b)
      }
      return indexes
    },
  })
  const items = virtualizer.getVirtualItems()
  let end = top - gap
  const rows = items.map((item): VirtualRow => {
    const spaceBefore = item.start - end - gap
    end = item.end
    return { key: String(item.key), index: item.index, spaceBefore }
  })
  return {
    rows,
    spaceAfter: items.length > 0 ? virtualizer.getTotalSize() + top - end : 0,
    listRef: setList,
    measureRow: virtualizer.measureElement,
    pinRow: useCallback((key: string) => {
      pinned.current = key
    }, []),
  }
}

/** The distance in pixels between the top of the document and an element. */
function useDocumentTop(element: HTMLElement | null): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    if (!element) return
    const measure = () => setTop(Math.round(element.getBoundingClientRect().top + scrollY))
    measure()
    // Content above the list may change its height without rendering the list.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return top
}
