import { Download, LocateFixed, Minus, Plus } from 'lucide-react'
import { classNames } from '../../ui/classNames.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { MAP_TYPES, type MapType } from './mapTypes.ts'

interface MapTypeProps {
  mapType: MapType
  onMapTypeChange: (mapType: MapType) => void
}

/** The map types as a row of radio buttons. */
export function MapTypeControl({ mapType, onMapTypeChange }: MapTypeProps) {
  return (
    <fieldset className="flex rounded-card bg-surface p-1 shadow-map">
      <legend className="sr-only">Map type</legend>
      {MAP_TYPES.map(({ value, label }) => (
        <label
          key={value}
          className={classNames(
            'flex h-8 cursor-pointer items-center rounded-button border px-3.5 text-body has-focus-visible:outline-2 has-focus-visible:outline-focus',
            value === mapType
              ? 'border-line-2 bg-raised font-semibold text-ink shadow-control'
              : 'border-transparent text-ink-2 hover:text-ink',
          )}
        >
          <input
            type="radio"
            name="map-type"
            value={value}
            checked={value === mapType}
            onChange={() => onMapTypeChange(value)}
            className="sr-only"
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

/** Centers the map on the user. */
export function LocateButton({ busy, onLocate }: { busy: boolean; onLocate: () => void }) {
  return (
    <button
      type="button"
      aria-label="Center on my location"
      title="Center on my location"
      aria-busy={busy || undefined}
      onClick={() => !busy && onLocate()}
      className="flex size-12 items-center justify-center rounded-card bg-surface text-ink shadow-map hover:bg-hover max-md:rounded-phone-card md:size-11"
    >
      {busy ? <Spinner size={20} /> : <LocateFixed aria-hidden size={20} />}
    </button>
  )
}

/** Phones only: saves the visible area for use without a connection. */
export function SaveAreaButton({ onSaveArea }: { onSaveArea: () => void }) {
  return (
    <button
      type="button"
      aria-label="Save this area for offline"
      onClick={onSaveArea}
      className="flex size-12 items-center justify-center rounded-phone-card bg-surface text-ink shadow-map"
    >
      <Download aria-hidden size={22} />
    </button>
  )
}

/** Wide screens only: on a phone they would hide houses. */
export function ZoomButtons({ onZoom }: { onZoom: (steps: number) => void }) {
  const step = 'flex size-11 items-center justify-center hover:bg-hover'
  return (
    <div className="flex flex-col divide-y divide-line overflow-hidden rounded-card bg-surface text-ink shadow-map">
      <button type="button" aria-label="Zoom in" className={step} onClick={() => onZoom(1)}>
        <Plus aria-hidden size={18} />
      </button>
      <button type="button" aria-label="Zoom out" className={step} onClick={() => onZoom(-1)}>
        <Minus aria-hidden size={18} />
      </button>
    </div>
  )
}
