import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { AddressSearch } from '../features/locating/AddressSearch.tsx'
import type { MapExtent } from '../features/map/MapSurface.tsx'
import type { Point } from '../lib/distance.ts'
import { MenuButton } from '../ui/AppMenu.tsx'

interface MapSearchProps {
  phone: boolean
  busy: boolean
  /** The last search that has found a place, by its number: on a phone the box is empty then. */
  foundBy: number | undefined
  bounds: () => MapExtent['bounds'] | undefined
  onSearch: (address: string, suggestedPoint: Point | undefined) => void
}

/** The address search of the map, with the menu button on a phone, where there is no top bar. */
export function MapSearch({ phone, busy, foundBy, bounds, onSearch }: MapSearchProps) {
  const [text, setText] = useState('')
  const [searched, setSearched] = useState<string>()
  const [emptiedBy, setEmptiedBy] = useState(foundBy)
  if (foundBy !== emptiedBy) {
    setEmptiedBy(foundBy)
    // Whatever is typed meanwhile stays.
    if (phone && text === searched) setText('')
  }
  const search = (address: string, at: Point | undefined) => {
    setSearched(address)
    onSearch(address, at)
  }
  useLinkedSearch((address) => {
    setText(address)
    search(address, undefined)
  })
  return (
    <AddressSearch
      text={text}
      onTextChange={setText}
      onSearch={(address, suggestion) => search(address, suggestion?.point)}
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
