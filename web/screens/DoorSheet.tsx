import { lazy, Suspense, useMemo, useState } from 'react'
import { preloadPhotos } from '../features/knocking/KnockSheet.tsx'
import { NextDoorBar } from '../features/knocking/NextDoorBar.tsx'
import type { DoorHandlers } from '../features/map/street/DoorButton.tsx'
import type { StreetRead } from '../features/map/street/useStreet.ts'
import type { Point } from '../lib/distance.ts'
import { MapSheet, type MapSheetProps } from './MapSheet.tsx'

const loadStrip = () => import('../features/map/street/StreetStrip.tsx')
const loadSheet = () => import('../features/map/street/StreetSheet.tsx')
const StreetStrip = lazy(loadStrip)
const StreetSheet = lazy(loadSheet)

/** Loads the parts of a sheet before a door is opened, because a rep may have no connection by then. */
export const preloadSheet = (): Promise<unknown> => Promise.allSettled([loadStrip(), loadSheet(), preloadPhotos()])

interface DoorSheetProps extends Omit<MapSheetProps, 'strip' | 'footer'> {
  street: DoorHandlers & {
    /** Counts the changes by others. */
    changes: number
    /** Where the rep is, if it is known. */
    me: Point | undefined
    isOpen: boolean
    onOpenChange: (isOpen: boolean) => void
  }
  offersLead: boolean
}

/** On a phone: the selected house with the doors around it, or the whole street in its place. */
export function DoorSheet({ street, offersLead, ...sheet }: DoorSheetProps) {
  const { id, address, streetNumber, streetName = null, lat, lng } = sheet.property
  const { next, goNext, endAt } = sheet.knocking
  const current = useMemo(
    () =>
      streetName && lat !== undefined && lng !== undefined
        ? { id, address, streetNumber, streetName, lat, lng }
        : undefined,
    [id, address, streetNumber, streetName, lat, lng],
  )
  const [read, setRead] = useState<StreetRead>()
  const { isOpen, onOpenChange, me, ...shared } = street
  const footer = next && <NextDoorBar door={next} isSecondary={offersLead} endAt={endAt} onGo={goNext} />
  const options = current && { ...shared, current, next, read, onRead: setRead }
  if (isOpen && options)
    return (
      <Suspense>
        <StreetSheet {...options} me={me} footer={footer} onClose={() => onOpenChange(false)} />
      </Suspense>
    )
  return (
    <MapSheet
      {...sheet}
      footer={footer}
      strip={
        options && (
          <Suspense>
            <StreetStrip {...options} onOpen={() => onOpenChange(true)} />
          </Suspense>
        )
      }
    />
  )
}
