import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { AddressSearch } from '../features/locating/AddressSearch.tsx'
import type { MapExtent } from '../features/map/MapSurface.tsx'
import type { Point } from '../lib/distance.ts'
import { MenuButton } from '../ui/AppMenu.tsx'

interface MapSearchProps {
  phone: boolean
  busy: boolean
  bounds: () => MapExtent['bounds'] | undefined
  onSearch: (address: string, suggestedPoint: Point | undefined) => void
}

/** The address search of the map, with the menu button on a phone, where there is no top bar. */
export function MapSearch({ phone, busy, bounds, onSearch }: MapSearchProps) {
  const [text, setText] = useState('')
  useLinkedSearch((address) => {
    setText(address)
    onSearch(address, undefined)
  })
  return (
    <AddressSearch
      text={text}
      onTextChange={setText}
      onSearch={(address, suggestion) => onSearch(address, suggestion?.point)}
      busy={busy}
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
