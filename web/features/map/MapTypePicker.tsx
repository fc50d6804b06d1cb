import { lazy, Suspense } from 'react'
import { MapTypeControl } from './MapControls.tsx'
import type { MapType } from './mapTypes.ts'

// Loaded only on phones, which show the map types as a menu.
const MapTypeButton = lazy(() => import('./MapTypeButton.tsx'))

interface MapTypePickerProps {
  phone: boolean
  mapType: MapType
  onMapTypeChange: (mapType: MapType) => void
  onZoom: (steps: number) => void
}

/** Buttons for the map types on a wide screen; a menu of them, with the zoom, on a phone. */
export function MapTypePicker({ phone, onZoom, ...picker }: MapTypePickerProps) {
  if (!phone) return <MapTypeControl {...picker} />
  return (
    <Suspense>
      <MapTypeButton {...picker} onZoom={onZoom} />
    </Suspense>
  )
}
