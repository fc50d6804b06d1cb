import { useQuery } from '@apollo/client/react'
import {
  type Announcements,
  type CollisionDetection,
  DndContext,
  DragOverlay,
  type DragStartEvent,
  type DragEndEvent,
  KeyboardSensor,
  type KeyboardCoordinateGetter,
  MouseSensor,
  pointerWithin,
  rectIntersection,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { useCallback, useMemo, useRef, useState } from 'react'
import { streetOf } from '../../../domain/streetOf.ts'
import { type LeadFilter, LeadStagesDocument } from '../../../gql/graphql.ts'
import { useNow } from '../../../lib/useNow.ts'
import { useMe } from '../../../session/person/MeProvider.tsx'
import { useOpenedRecord } from '../../../session/records.tsx'
import type { LeadRow } from '../leadRanges.ts'
import { CardBody, type DroppedCard } from './BoardCard.tsx'
import { BoardList } from './BoardList.tsx'
import { boardColumnsOf, type CardArrangement } from './boardColumns.ts'
import { type MovedCard, movedAfterRead } from './movedCards.ts'
import { useMoveLead } from './useMoveLead.ts'

interface LeadBoardProps {
  /** A status in it hides the other columns. */
  filter: LeadFilter
  arrangement: CardArrangement
  onOpen: (id: string) => void
}

/** With more columns, beside a drawer or in a narrower window, a card needs the width of its column for the name of its type. */
const MAX_TWO_ABREAST = 3

/** The leads as a board: a column for each status and stage, in which cards are dragged by pointer, finger or keyboard. */
export function LeadBoard({ filter, arrangement, onOpen }: LeadBoardProps) {
  const { data } = useQuery(LeadStagesDocument, { fetchPolicy: 'cache-and-network' })
  const timeZone = useMe().tenant?.timeZone
  const minute = useNow()
  const now = useMemo(() => new Date(minute), [minute])
  const opened = useOpenedRecord()
  const columns = useMemo(
    () => boardColumnsOf(data?.leadStages ?? []).filter(({ status }) => !filter.status || filter.status === status),
    [data, filter.status],
  )
  const reloads = useRef(new Map<string, () => Promise<void>>())
  const onReload = useCallback((id: string, reload: (() => Promise<void>) | null) => {
    if (reload) reloads.current.set(id, reload)
    else reloads.current.delete(id)
  }, [])
  const move = useMoveLead(useCallback(async (id) => reloads.current.get(id)?.(), []))
  const [moved, setMoved] = useState<readonly MovedCard[]>([])
  const onRead = useCallback(
    (columnId: string, rows: readonly LeadRow[] | null) =>
      setMoved((before) => movedAfterRead(before, columns, columnId, rows)),
    [columns],
  )
  const [dropped, setDropped] = useState<DroppedCard | null>(null)
  const [lifted, setLifted] = useState<{ lead: LeadRow; columnId: string } | null>(null)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A finger that moves at once scrolls.
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      keyboardCodes: { start: ['Space'], cancel: ['Escape'], end: ['Space'] },
      coordinateGetter: toNextColumn,
    }),
  )
  const nameOf = (id: unknown) => columns.find((column) => column.id === id)?.name ?? ''
  const streetOfCard = (card: { data: { current?: unknown } }) => streetOf((card.data.current as Card).lead.address)
  const announcements: Announcements = {
    onDragStart: ({ active }) => `${streetOfCard(active)} is lifted.`,
    onDragOver: ({ over }) => (over ? `Over ${nameOf(over.id)}.` : 'Over no column.'),
    onDragEnd: ({ active, over }) =>
      over ? `${streetOfCard(active)} is dropped on ${nameOf(over.id)}.` : `${streetOfCard(active)} is back.`,
    onDragCancel: ({ active }) => `${streetOfCard(active)} is back.`,
  }
  const lift = ({ active }: DragStartEvent) => setLifted(active.data.current as Card)
  const drop = ({ active, over, activatorEvent }: DragEndEvent) => {
    setLifted(null)
    const { lead, columnId } = active.data.current as Card
    setDropped({ id: lead.id, isByKeyboard: activatorEvent instanceof KeyboardEvent })
    const from = columns.find(({ id }) => id === columnId)
    const to = columns.find(({ id }) => id === over?.id)
    if (from && to && from !== to) void move(lead, from, to)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={columnUnder}
      accessibility={{
        announcements,
        screenReaderInstructions: {
          draggable:
            'Press Space to lift the card, the left and right arrow keys to choose a column, and Space to drop it. Escape puts it back. Enter opens the lead.',
        },
      }}
      onDragStart={lift}
      onDragEnd={drop}
      onDragCancel={() => setLifted(null)}
    >
      <div
        role="group"
        aria-label="Board"
        className="relative flex items-stretch gap-3.5 overflow-x-auto pb-2 max-md:-mx-4 max-md:snap-x max-md:snap-mandatory max-md:px-4"
      >
        {columns.map((column) => (
          <BoardList
            key={column.id}
            {...{ column, filter, columns, arrangement, moved, now, timeZone, onOpen, onReload, onRead }}
            liftedFrom={lifted?.columnId ?? null}
            isTwoAbreast={columns.length <= MAX_TWO_ABREAST && !opened && innerWidth >= 1440}
            dropped={dropped}
            openId={opened?.kind === 'lead' ? opened.id : null}
          />
        ))}
      </div>
      <DragOverlay dropAnimation={null}>
        {lifted && (
          <div className="rotate-[1.6deg] cursor-grabbing rounded-button border-[1.5px] border-accent bg-surface shadow-dialog">
            <CardBody lead={lifted.lead} {...{ now, timeZone }} />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}

/** What a card carries while it is dragged. */
interface Card {
  lead: LeadRow
  columnId: string
}

/** The column below the pointer; with the keyboard the one that the card covers most. */
const columnUnder: CollisionDetection = (args) =>
  args.pointerCoordinates ? pointerWithin(args) : rectIntersection(args)

/** Left and right arrow keys move a lifted card to the next column. */
const toNextColumn: KeyboardCoordinateGetter = (event, { currentCoordinates, context: { over, droppableRects } }) => {
  const step = event.code === 'ArrowRight' ? 1 : event.code === 'ArrowLeft' ? -1 : 0
  if (step === 0) return undefined
  event.preventDefault()
  const columns = [...droppableRects].toSorted(([, one], [, other]) => one.left - other.left)
  const current = columns.findIndex(([id]) => id === over?.id)
  const next = columns[current + step]
  return next && { x: next[1].left + 12, y: Math.max(currentCoordinates.y, next[1].top + 12) }
}
