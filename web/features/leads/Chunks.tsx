import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useNear } from '../../lib/useNear.ts'

/** Rows come and go in blocks of so many. */
const CHUNK = 40
/** Pixels beyond the view in which rows are kept. */
const MARGIN = 900

interface ChunksProps<Row> {
  rows: readonly Row[]
  /** About how high a row is, until it was drawn once. */
  rowHeight: number
  /** Draws a block: its rows from `from` on, or an empty one of that height. */
  draw: (block: {
    ref: (element: HTMLElement | null) => void
    rows: readonly Row[] | null
    from: number
    height: number
  }) => ReactNode
  /** Told the index of the last row near the view. */
  onSeen: (last: number) => void
}

/** A long list of which only the blocks near the view are drawn; the others keep their place by their height. */
export function Chunks<Row>({ rows, rowHeight, draw, onSeen }: ChunksProps<Row>) {
  const starts = useMemo(
    () => Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, n) => n * CHUNK),
    [rows.length],
  )
  const near = useRef(new Set<number>())
  const tell = (from: number, isNear: boolean) => {
    if (isNear) near.current.add(from)
    else near.current.delete(from)
    onSeen(Math.max(0, ...near.current) + CHUNK)
  }
  return starts.map((from) => (
    <Chunk key={from} {...{ from, rowHeight, draw, tell }} rows={rows.slice(from, from + CHUNK)} />
  ))
}

interface ChunkProps<Row> extends Pick<ChunksProps<Row>, 'rows' | 'rowHeight' | 'draw'> {
  from: number
  tell: (from: number, isNear: boolean) => void
}

function Chunk<Row>({ from, rows, rowHeight, draw, tell }: ChunkProps<Row>) {
  const [block, setBlock] = useState<HTMLElement | null>(null)
  const { near, height } = useNear(block, MARGIN, from === 0)
  const latest = useRef(tell)
  useEffect(() => {
    latest.current = tell
  })
  useEffect(() => {
    latest.current(from, near)
    return () => latest.current(from, false)
  }, [from, near])
  return draw({ ref: setBlock, rows: near ? rows : null, from, height: height || rowHeight * rows.length })
}

/** Asks for more when the end of a list comes near the view. */
export function MoreRows({ onNear, children }: { onNear: () => void; children: ReactNode }) {
  const [end, setEnd] = useState<HTMLDivElement | null>(null)
  const { near } = useNear(end, MARGIN, false)
  // Again after each page, as long as the end is near.
  useEffect(() => {
    if (near) onNear()
  })
  return <div ref={setEnd}>{children}</div>
}
