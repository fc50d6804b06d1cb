import { List } from 'lucide-react'
import { type CSSProperties, type ReactNode, Suspense, useState } from 'react'
import { useMediaQuery } from '../../lib/useMediaQuery.ts'

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
  /** The diagnostics of the last search; on phones a button that opens them. */
  diagnostics?: ReactNode
  /** The outbox button, and on phones the session clock. */
  statusPills?: ReactNode
  /** Says for example that the saved properties could not be read. */
  notices?: ReactNode
  zoom?: ReactNode
  legend?: ReactNode
  /** Phones only: sums up the area while no sheet is open. */
  peek?: ReactNode
  sheet?: ReactNode
  /** Pixels of the map that the sheet covers. */
  coveredHeight?: number
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
          <div className="p-4 pb-3">{props.search}</div>
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
        <div className="absolute right-20 bottom-4 left-4 z-10 flex">{legend}</div>
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

function PhoneFrame({ coveredHeight = 0, undoToastVisible = false, ...props }: MapFrameProps) {
  return (
    <div
      style={{ '--map-covered': `${coveredHeight}px` } as CSSProperties}
      className="over-map relative isolate h-dvh overflow-clip bg-sunken"
    >
      <div className="absolute inset-x-3 top-[max(14px,env(safe-area-inset-top))] z-10">
        <div className="relative z-10">{props.search}</div>
        <div className="mt-2.5 flex justify-between gap-2">{props.statusPills}</div>
        <div className="mt-2.5 space-y-2.5 empty:hidden">{props.notices}</div>
      </div>
      {props.map}
      {props.propertyList}
      <div
        style={{ bottom: coveredHeight + (undoToastVisible ? 90 : 28) }}
        className="absolute right-3 flex flex-col gap-2.5 sideways:flex-row transition-[bottom] duration-320 ease-out motion-reduce:transition-none"
      >
        {props.diagnostics}
        {props.mapTypeControl}
        {props.locate}
        {props.zoom}
      </div>
      <div style={{ bottom: coveredHeight + 28 }} className="absolute left-3">
        {props.legend}
      </div>
      {props.peek}
      {props.sheet}
    </div>
  )
}
