import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
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
  useLinkedSearch((address) => {
    setText(address)
    onSearch(address)
  })
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

/**
 * Starts the search that a link names (`/map?search=1018`), once: the parameter is removed, because a reload would look the
 * parcel up again.
 */
function useLinkedSearch(onSearch: (address: string) => void): void {
  const [params, setParams] = useSearchParams()
  const linked = params.get('search')
  const start = useEffectEvent(onSearch)
  useEffect(() => {
    if (!linked) return
    setParams(
      (before) => {
        before.delete('search')
        return before
      },
      { replace: true },
    )
    start(linked)
  }, [linked, setParams])
}
