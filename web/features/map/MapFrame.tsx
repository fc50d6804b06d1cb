import type { CSSProperties, ReactNode } from 'react'

interface MapFrameProps {
  phone: boolean
  /** First in order, though it lies over the map: search, then the map, then what was found. */
  search: ReactNode
  map: ReactNode
  /** The map as text. */
  propertyList: ReactNode
  /** Locate-me, beside the search box or within the thumb's reach. */
  locate: ReactNode
  mapTypeControl: ReactNode
  /** On a phone: the way to what the last search did. */
  diagnostics?: ReactNode
  /** What waits to be sent; on a phone the session clock too. */
  statusPills?: ReactNode
  zoom?: ReactNode
  legend?: ReactNode
  sheet?: ReactNode
  /** Pixels that the sheet covers. */
  coveredHeight?: number
  /** A toast with its Undo stands on the sheet. */
  undoToastVisible?: boolean
}

/** Where things lie over the map: 600 px high with its controls in the corners, or a phone's whole screen. */
export function MapFrame(props: MapFrameProps) {
  return props.phone ? <PhoneFrame {...props} /> : <DesktopFrame {...props} />
}

function DesktopFrame({
  search,
  map,
  propertyList: houses,
  locate,
  mapTypeControl: looks,
  statusPills: pills,
  zoom,
  legend: markerKey,
}: MapFrameProps) {
  return (
    <div className="over-map relative isolate h-[600px] overflow-hidden rounded-card bg-sunken shadow-card">
      <div className="absolute top-4 left-4 z-20 flex gap-2">
        <div className="w-[404px] max-lg:w-72">{search}</div>
        {locate}
      </div>
      <div className="absolute top-[76px] left-4 z-10">{pills}</div>
      {map}
      {houses}
      <div className="absolute top-4 right-4 z-10">{looks}</div>
      <div className="absolute bottom-4 left-4 z-10">{markerKey}</div>
      <div className="absolute right-4 bottom-7 z-10">{zoom}</div>
    </div>
  )
}

function PhoneFrame(props: MapFrameProps) {
  const {
    search,
    map,
    propertyList: houses,
    locate,
    mapTypeControl: looks,
    diagnostics,
    statusPills: pills,
    sheet,
    coveredHeight: covered = 0,
    undoToastVisible: toast = false,
  } = props
  return (
    <div
      style={{ '--map-covered': `${covered}px` } as CSSProperties}
      className="over-map relative isolate h-dvh overflow-hidden bg-sunken"
    >
      <div className="absolute inset-x-3 top-[max(14px,env(safe-area-inset-top))] z-10">
        <div className="relative z-10">{search}</div>
        <div className="mt-2.5 flex justify-between gap-2">{pills}</div>
      </div>
      {map}
      {houses}
      <div
        style={{ bottom: covered + (toast ? 90 : 28) }}
        className="absolute right-3 flex flex-col gap-2.5 transition-[bottom] duration-320 ease-out motion-reduce:transition-none"
      >
        {diagnostics}
        {looks}
        {locate}
      </div>
      {sheet}
    </div>
  )
}
