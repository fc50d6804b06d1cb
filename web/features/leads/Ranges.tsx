import {
  type ComponentType,
  createContext,
  memo,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { useInView } from '../../lib/useInView.ts'
import type { LeadRange, LeadRow } from './leadRanges.ts'

/** Pixels beyond the view in which rows are kept. */
const MARGIN = 900

export interface BlockProps {
  ref: (element: HTMLElement | null) => void
  /** Null where nobody looks: then the block only keeps its height. */
  rows: readonly LeadRow[] | null
  /** How many rows stand before it. */
  from: number
  height: number
}

interface RangesProps {
  ranges: readonly LeadRange[]
  /** About how high a row is, until it was drawn once. */
  rowHeight: number
  /** Draws the rows of a range. */
  Block: ComponentType<BlockProps>
  onNear: (after: string | null, near: boolean) => void
}

/** A long list of which only the ranges near the view are drawn; the others keep their place by their height. */
export function Ranges({ ranges, rowHeight, Block, onNear }: RangesProps) {
  const froms = useMemo(() => startsOf(ranges), [ranges])
  return ranges.map((range, index) => (
    <Range key={range.after ?? ''} {...{ range, rowHeight, Block, onNear }} from={froms[index] ?? 0} />
  ))
}

/** How many rows stand before each range. */
function startsOf(ranges: readonly LeadRange[]): number[] {
  const starts: number[] = []
  let before = 0
  for (const { rows } of ranges) {
    starts.push(before)
    before += rows.length
  }
  return starts
}

type RangeProps = Omit<RangesProps, 'ranges'> & { range: LeadRange; from: number }

const Range = memo(function Range({ range: { after, rows }, from, rowHeight, Block, onNear }: RangeProps) {
  const [block, setBlock] = useState<HTMLElement | null>(null)
  const { inView: near, height } = useInView(block, MARGIN, after === null)
  useEffect(() => {
    onNear(after, near)
    return () => onNear(after, false)
  }, [after, near, onNear])
  return <Block ref={setBlock} rows={near ? rows : null} from={from} height={height || rowHeight * rows.length} />
})

/** Asks for more when the end of a list comes near the view. */
export function MoreRows({ onNear, children }: { onNear: () => void; children: ReactNode }) {
  const [end, setEnd] = useState<HTMLDivElement | null>(null)
  const { inView: near } = useInView(end, MARGIN, false)
  // Again after each page, as long as the end is near.
  useEffect(() => {
    if (near) onNear()
  })
  return <div ref={setEnd}>{children}</div>
}

const SelectedContext = createContext<ReadonlySet<string>>(new Set())

/** The selected leads, for the rows that are drawn: what is far away is not drawn again for them. */
export const SelectedProvider = SelectedContext.Provider
export const useSelected = (): ReadonlySet<string> => useContext(SelectedContext)
