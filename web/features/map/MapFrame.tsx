import type { CSSProperties, ReactNode } from 'react'

interface MapFrameProps {
  phone: boolean
  /** Comes first in tab order although it overlays the map. */
  search: ReactNode
  map: ReactNode
  /** The text alternative to the map. */
  propertyList: ReactNode
  /** The button that centers the map on the user. */
  locate: ReactNode
  mapTypeControl: ReactNode
  /** Phones only: a button that opens the diagnostics of the last search. */
  diagnostics?: ReactNode
  /** The outbox button, and on phones the session clock. */
  statusPills?: ReactNode
  /** Says that the saved properties could not be read. */
  failure?: ReactNode
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

function DesktopFrame(props: MapFrameProps) {
  const { search, map, propertyList, locate, mapTypeControl, statusPills, failure, zoom, legend } = props
  return (
    <div className="over-map relative isolate min-h-[600px] flex-1 overflow-hidden bg-sunken">
      <div className="absolute top-4 left-4 z-20 flex gap-2">
        <div className="w-[404px] max-lg:w-72">{search}</div>
        {locate}
      </div>
      <div className="absolute top-[76px] left-4 z-10">{statusPills}</div>
      <div className="absolute inset-x-4 top-[76px] z-10 flex justify-center empty:hidden">{failure}</div>
      {map}
      {propertyList}
      <div className="absolute top-4 right-4 z-10">{mapTypeControl}</div>
      <div className="absolute right-20 bottom-4 left-4 z-10 flex">{legend}</div>
      <div className="absolute right-4 bottom-7 z-10">{zoom}</div>
    </div>
  )
}

function PhoneFrame({ coveredHeight = 0, undoToastVisible = false, ...props }: MapFrameProps) {
  return (
    <div
      style={{ '--map-covered': `${coveredHeight}px` } as CSSProperties}
      className="over-map relative isolate h-dvh overflow-hidden bg-sunken"
    >
      <div className="absolute inset-x-3 top-[max(14px,env(safe-area-inset-top))] z-10">
        <div className="relative z-10">{props.search}</div>
        <div className="mt-2.5 flex justify-between gap-2">{props.statusPills}</div>
        <div className="mt-2.5 empty:hidden">{props.failure}</div>
      </div>
      {props.map}
      {props.propertyList}
      <div
        style={{ bottom: coveredHeight + (undoToastVisible ? 90 : 28) }}
        className="absolute right-3 flex flex-col gap-2.5 transition-[bottom] duration-320 ease-out motion-reduce:transition-none"
      >
        {props.diagnostics}
        {props.mapTypeControl}
        {props.locate}
      </div>
      <div style={{ bottom: coveredHeight + 28 }} className="absolute left-3">
        {props.legend}
      </div>
      {props.peek}
      {props.sheet}
    </div>
  )
}
