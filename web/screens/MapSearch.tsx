import { useState } from 'react'
import { AddressSearch } from '../features/locating/AddressSearch.tsx'
import type { LatLng, useLocate } from '../features/locating/useLocate.ts'
import type { MapExtent } from '../features/map/MapSurface.tsx'
import { MenuButton } from '../ui/AppMenu.tsx'

interface MapSearchProps {
  phone: boolean
  locating: ReturnType<typeof useLocate>
  bounds: () => MapExtent['bounds'] | undefined
  onSearch: (address: string, suggestedPoint?: LatLng) => void
}

/** The address search of the map, with the menu button on a phone, where there is no top bar. */
export function MapSearch({ phone, locating, bounds, onSearch }: MapSearchProps) {
  const [text, setText] = useState('')
  return (
    <AddressSearch
      text={text}
      onTextChange={setText}
      onSearch={(address, suggestion) => onSearch(address, suggestion?.point)}
      busy={locating.searching}
      bounds={bounds}
      menuButton={phone && <MenuButton />}
    />
  )
}
