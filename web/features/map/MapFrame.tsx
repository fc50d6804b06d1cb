import { List } from 'lucide-react'
import { type CSSProperties, type ReactNode, type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { SIDEWAYS_QUERY, useMediaQuery } from '../../lib/useMediaQuery.ts'
import { classNames } from '../../ui/classNames.ts'
import { useAreaPeekHeight } from './AreaPeek.tsx'
import { coveredHeight, type SheetStop } from './sheetStops.ts'

interface MapFrameProps {
  phone: boolean
  /** Comes first in tab order although it overlays the map. */
  search: ReactNode
  map: ReactNode
  /** Wide screens only: the houses in view. */
  list?: ReactNode
  /** The text alternative to the map. */
  propertyList: ReactNode
  /** The button that centers the map on the user. */
  locate: ReactNode
  mapTypeControl: ReactNode
  /** Phones only: a button that is there while no sheet is open. */
  saveArea?: ReactNode
  /** The diagnostics of the last search; on phones a button that opens them. */
  diagnostics?: ReactNode
  /** The outbox button, and on phones the session clock. */
  statusPills?: ReactNode
  /** Says for example that the saved properties could not be read. */
  notices?: ReactNode
  /** Wide screens only. */
  zoom?: ReactNode
  legend?: ReactNode
  /** Phones only: sums up the area while no sheet is open. */
  peek?: ReactNode
  sheet?: ReactNode
  /** Phones only: where the sheet stands, while one is open. */
  stop?: SheetStop | undefined
  /** Phones only: the view is of a town, whose clusters a column of controls would cover. */
  isFar?: boolean
  /** An Undo toast is visible above the sheet. */
  undoToastVisible?: boolean
}

/**
 * Lays the controls over the map: in the corners of a map that fills the height on a desktop (at least 600 px), over the whole
 * screen on a phone.
 */
export function MapFrame(props: MapFrameProps) {
  return props.phone ? <PhoneFrame {...props} /> : <DesktopFrame {...props} />
}

/** The list of houses has its own column from this width on; below, a button opens it over the map. */
const LIST_COLUMN_QUERY = '(min-width: 1100px)'

function DesktopFrame(props: MapFrameProps) {
  const { map, propertyList, locate, mapTypeControl, statusPills, diagnostics, notices, zoom, legend } = props
  const hasColumn = useMediaQuery(LIST_COLUMN_QUERY)
  return (
    <div className="flex min-h-[600px] flex-1">
      {hasColumn && (
        <div className="over-map relative z-10 flex w-[372px] shrink-0 flex-col border-r border-line bg-surface">
          <div className="p-4 pb-3 [&_form]:border [&_form]:border-field [&_form]:shadow-none">{props.search}</div>
          {/* Takes its height from the map beside it, and scrolls. */}
          <div className="flex min-h-0 flex-1 basis-0 flex-col">
            <Suspense>{props.list}</Suspense>
          </div>
          <div className="max-h-1/2 shrink-0 overflow-y-auto border-t border-line empty:hidden">{diagnostics}</div>
        </div>
      )}
      <div className="over-map relative isolate flex-1 overflow-hidden bg-sunken">
        {!hasColumn && <FoldedList search={props.search} list={props.list} />}
        {!hasColumn && (
          <div className="absolute bottom-24 left-4 z-10 w-[372px] overflow-hidden rounded-card shadow-map empty:hidden">
            {diagnostics}
          </div>
        )}
        <div className="absolute inset-x-4 top-[76px] z-10 flex justify-center empty:hidden">{notices}</div>
        {map}
        {propertyList}
        <div className="absolute top-4 right-4 z-10 flex flex-col items-end gap-2.5">
          {mapTypeControl}
          {statusPills}
        </div>
        <div className="absolute right-20 bottom-7 left-4 z-10 flex">{legend}</div>
        <div className="absolute right-4 bottom-7 z-10 flex flex-col items-end gap-2.5">
          {locate}
          {zoom}
        </div>
      </div>
    </div>
  )
}

/** The search and a button over the map; the button opens the list of houses. */
function FoldedList({ search, list }: { search: ReactNode; list: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <div className="absolute top-4 left-4 z-20 flex gap-2">
        <div className="w-72">{search}</div>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="flex h-12 items-center gap-2 rounded-card bg-surface px-3.5 font-semibold text-ink shadow-map hover:bg-hover"
        >
          <List aria-hidden size={18} />
          List
        </button>
      </div>
      {isOpen && (
        <div className="absolute top-20 bottom-20 left-4 z-20 flex w-[372px] flex-col rounded-card bg-surface pt-3.5 shadow-map">
          <Suspense>{list}</Suspense>
        </div>
      )}
    </>
  )
}

/** On a lower screen, a half sheet leaves no room for a column of controls below the notices. */
const ROW_QUERY = '(max-height: 837.98px)'
/** On a lower screen, it leaves no room for the notices above a row of controls, nor for the diagnostics. */
const LOW_QUERY = '(max-height: 779.98px)'
/** Between the controls, the edge of the screen, and a toast with an action. */
const CONTROLS_GAP = 12

/**
 * The controls stand at the right above the sheet, where a toast with an action leaves them room. Where the half sheet leaves little of
 * the map, and far out, they stand in a row, over which the toast lies. On a phone on its side they stand to the right of the sheet, as the pills and notices do.
 */
function PhoneFrame({ stop, isFar = false, undoToastVisible = false, ...props }: MapFrameProps) {
  const peekHeight = useAreaPeekHeight()
  const isSideways = useMediaQuery(SIDEWAYS_QUERY)
  const isLow = useMediaQuery(LOW_QUERY)
  const covered = stop ? coveredHeight(stop) : peekHeight
  const isRow = useMediaQuery(ROW_QUERY) && stop === 'half' && !isSideways
  const isFull = stop === 'full' && !isSideways
  const hasRoom = !(isLow && stop === 'half' && !isSideways)
  const controls = useRef<HTMLDivElement>(null)
  useToastRoom(controls, stop !== undefined && !isFull && !isRow)
  return (
    <div
      style={{ '--map-covered': `${isSideways ? 0 : covered}px` } as CSSProperties}
      className="over-map relative isolate h-dvh overflow-clip bg-sunken"
    >
      <div className="pointer-events-none absolute inset-x-3 top-[max(14px,env(safe-area-inset-top))] z-10 *:pointer-events-none sideways:flex sideways:gap-5.5">
        <div className="relative z-10 *:pointer-events-auto sideways:w-[calc(var(--sheet-width)-24px)] sideways:shrink-0">
          {props.search}
        </div>
        <div className="min-w-0 flex-1">
          <div className="mt-2.5 flex justify-between gap-2 *:pointer-events-auto sideways:mt-1.5 sideways:flex-wrap">
            {props.statusPills}
          </div>
          {!isFull && hasRoom && (
            <div className="mt-2.5 space-y-2.5 *:pointer-events-auto empty:hidden">{props.notices}</div>
          )}
        </div>
      </div>
      {props.map}
      {props.propertyList}
      <div
        ref={controls}
        style={{ bottom: (isSideways ? 0 : covered) + 28 }}
        className={classNames(
          'absolute right-3 flex gap-2.5 transition-[bottom] duration-320 ease-out motion-reduce:transition-none sideways:flex-row',
          !isRow && !(isFar && !stop) && 'flex-col',
          (isFull || (isRow && undoToastVisible)) && 'invisible',
        )}
      >
        {!(isLow && stop === 'half') && props.diagnostics}
        {!stop && props.saveArea}
        {props.mapTypeControl}
        {props.locate}
      </div>
      <div style={{ bottom: covered + 28 }} className="absolute left-3">
        {props.legend}
      </div>
      {props.peek}
      {props.sheet}
    </div>
  )
}

/** Keeps toasts with an action off the controls while they stand beside them. */
function useToastRoom(controls: RefObject<HTMLDivElement | null>, isBeside: boolean): void {
  useLayoutEffect(() => {
    const element = controls.current
    if (!element || !isBeside) return
    const { style } = document.documentElement
    const update = () => style.setProperty('--toast-offset-right', `${element.offsetWidth + 2 * CONTROLS_GAP}px`)
    update()
    const observer = new ResizeObserver(update)
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--toast-offset-right')
    }
  }, [controls, isBeside])
}
