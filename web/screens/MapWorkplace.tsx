import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import { KnockChoices } from '../features/knocking/KnockChoices.tsx'
import { nextDoor } from '../features/knocking/nextDoor.ts'
import { useKnocker } from '../features/knocking/knocker.ts'
import { KnockPills } from '../features/knocking/KnockPills.tsx'
import { useKnocks } from '../features/knocking/useKnocks.ts'
import { useKnockSession } from '../features/knocking/useKnockSession.ts'
import { WaitingKnocks } from '../features/knocking/WaitingKnocks.tsx'
import { AddressSearch } from '../features/locating/AddressSearch.tsx'
import { DiagnosticsButton, SearchDiagnostics } from '../features/locating/SearchDiagnostics.tsx'
import { type Finding, type Place, useLocate } from '../features/locating/useLocate.ts'
import { useMyLocation } from '../features/locating/useMyLocation.ts'
import type { MapLook, MapSettings } from '../features/map/engine.ts'
import { LocateButton, LookSelector, MapKey, ZoomButtons } from '../features/map/MapControls.tsx'
import { MapFrame } from '../features/map/MapFrame.tsx'
import { MapView } from '../features/map/MapView.tsx'
import { coveredBy } from '../features/map/sheetStops.ts'
import { useHousesInView } from '../features/map/useHousesInView.ts'
import { useMapLoadLog } from '../features/map/useMapLoadLog.ts'
import { useDrawnTarget, useMapTarget } from '../features/map/useMapTarget.ts'
import { VisibleHouses } from '../features/map/VisibleHouses.tsx'
import { DeleteProperty } from '../features/properties/DeleteProperty.tsx'
import { HouseCard } from '../features/properties/HouseCard.tsx'
import type { PropertyDraft } from '../features/properties/newProperty.ts'
import { useHouse, useHouseOutline } from '../features/properties/useHouse.ts'
import type { KnockOutcome } from '../gql/graphql.ts'
import { toastSuccess } from '../lib/toasts.ts'
import { usePhone } from '../lib/useMediaQuery.ts'
import { tellFailure } from '../session/failures.ts'
import { useAbilities } from '../session/MeProvider.tsx'
import { MenuButton } from '../ui/AppMenu.tsx'
import { Button } from '../ui/Button.tsx'
import { useTheme } from '../ui/theme.ts'
import { type MapDialog, MapDialogs } from './MapDialogs.tsx'
import { MapSheet } from './MapSheet.tsx'

// Only a phone has no room for the looks side by side, and needs a menu for them.
const LookButton = lazy(() => import('../features/map/LookButton.tsx'))

/** A located address has this zoom (spec §9); a clicked house at least the other. */
const LOCATED_ZOOM = 20
const CLICKED_ZOOM = 18.5
const MINE_ZOOM = 19

/** The map with everything that is done on it. */
export function MapWorkplace({ settings }: { settings: MapSettings }) {
  const { deleteProperties } = useAbilities()
  const { theme } = useTheme()
  const phone = usePhone()
  const [look, setLook] = useState<MapLook>('hybrid')
  const [ready, setReady] = useState(false)
  const [text, setText] = useState('')
  const [dialog, setDialog] = useState<MapDialog>()
  const [nextId, setNextId] = useState<string>()
  const knocked = useRef(new Set<string>())
  const aim = useMapTarget<PropertyDraft>(phone)
  const logMapLoad = useMapLoadLog()
  const locating = useLocate()
  const mine = useMyLocation()
  const knocks = useKnocks(useKnocker())
  const clock = useKnockSession()
  const { close } = aim
  const gone = useCallback(() => {
    toastSuccess('Property removed from list', { id: 'property-gone' })
    setDialog(undefined)
    close()
  }, [close])
  const unread = useCallback(
    (error: unknown) => {
      // On a phone the sheet goes on with what the marker says: without a connection that is all there is.
      if (phone && !navigator.onLine) return
      tellFailure(error, 'Failed to fetch properties')
    },
    [phone],
  )
  const { house, reread: rereadHouse } = useHouse(aim.houseId, { onGone: gone, onFailed: unread })
  const view = useHousesInView(rereadHouse)
  const next = useHouse(nextId).house
  // Until its details are here, and without a connection, the marker is what is known of a house.
  const known = house ?? view.houses.find(({ id }) => id === aim.houseId)
  const nextKnown = next ?? view.houses.find(({ id }) => id === nextId)
  const drawn = useDrawnTarget(aim.target, known, useHouseOutline(aim.houseId))

  // Whatever is chosen counts before what was asked for earlier and is still being looked up.
  const open: typeof aim.open = (...at) => {
    locating.overtake()
    setNextId(undefined)
    aim.open(...at)
  }
  const openDialog = (chosen: MapDialog) => {
    locating.overtake()
    setDialog(chosen)
  }
  const openMarker = (id: string) => {
    const marker = view.houses.find((one) => one.id === id)
    // Chosen again, a house whose details could not be read is asked for again.
    if (id === aim.houseId && !house) rereadHouse()
    if (marker) open(marker)
  }
  const find = async (asked: Promise<Finding>, zoom: number, at?: Place) => {
    const found = await aim.find(asked, zoom, at)
    if (!found) return
    setNextId(undefined)
    if (found.draft) setDialog({ kind: 'quick', draft: found.draft })
  }
  const search = (address: string, suggested?: Place) => {
    if (suggested) aim.map.current?.goTo(suggested, { zoom: LOCATED_ZOOM })
    void find(locating.search(address, suggested ? 'suggestion' : 'search'), LOCATED_ZOOM, suggested)
  }
  const locateAt = (place: Place) => {
    const zoom = Math.max(aim.map.current?.extent()?.zoom ?? 0, CLICKED_ZOOM)
    void find(locating.locateAt(place), zoom, place)
  }
  const showSaved = (saved: Place & { id: string }) => {
    setDialog(undefined)
    view.reread()
    open(saved, drawn.outline)
  }
  const showDeleted = () => {
    setDialog(undefined)
    close()
    view.reread()
  }
  const knock = (outcome: KnockOutcome) => {
    if (!known) return
    const { id, streetNumber, status } = known
    knocked.current.add(id)
    const onwards = phone ? nextDoor(known, view.houses, knocked.current)?.id : undefined
    const door = { id, streetNumber, status, address: house?.address ?? streetNumber }
    const kept = knocks.knock(door, outcome, {
      sessionId: clock.session?.id,
      at: mine.here(),
      onUndo: () => setNextId((shown) => (shown === onwards ? undefined : shown)),
    })
    if (!kept) return void knocked.current.delete(id)
    if (phone && aim.stop === 'full') aim.moveSheet('house', known)
    setNextId(onwards)
  }

  const details = house && <Button onClick={() => openDialog({ kind: 'details', id: house.id })}>View Details</Button>
  const createLead = house && (
    <Button variant={phone ? 'primary' : 'secondary'} onClick={() => openDialog({ kind: 'type', house })}>
      Create Lead
    </Button>
  )
  const popup = house && !phone && (
    <HouseCard
      house={house}
      onClose={close}
      actions={
        <>
          {details}
          {deleteProperties ? <DeleteProperty id={house.id} onDeleted={showDeleted} /> : createLead}
        </>
      }
    >
      <KnockChoices form="compact" onKnock={knock} />
    </HouseCard>
  )
  const looks = { look, onLook: setLook }
  const diagnostics = locating.diagnostics && {
    diagnostics: locating.diagnostics,
    onDismiss: locating.dismissDiagnostics,
  }

  return (
    <>
      <h1 className="sr-only">Map Search</h1>
      <MapFrame
        phone={phone}
        toast={knocks.canUndo}
        covered={phone ? coveredBy(nextKnown ? 'peek' : known && aim.stop) : 0}
        search={
          <AddressSearch
            text={text}
            onText={setText}
            onSearch={(address, suggestion) => search(address, suggestion?.point)}
            busy={locating.searching}
            bounds={() => aim.map.current?.extent()?.bounds}
            menuButton={phone && <MenuButton />}
          />
        }
        locate={
          <LocateButton
            busy={mine.busy}
            onLocate={() => {
              locating.overtake()
              mine.locateMe(ready ? (place) => aim.map.current?.goTo(place, { zoom: MINE_ZOOM }) : undefined)
            }}
          />
        }
        looks={
          phone ? (
            <Suspense>
              <LookButton {...looks} />
            </Suspense>
          ) : (
            <LookSelector {...looks} />
          )
        }
        diagnostics={diagnostics && <DiagnosticsButton {...diagnostics} />}
        pills={
          phone ? (
            <KnockPills clock={clock} knocks={knocks} here={mine.here} />
          ) : (
            <WaitingKnocks waiting={knocks.waiting} onRetry={knocks.retry} />
          )
        }
        zoom={<ZoomButtons onZoom={(steps) => aim.map.current?.zoomBy(steps)} />}
        markerKey={<MapKey />}
        map={
          <MapView
            {...drawn}
            handle={aim.map}
            settings={settings}
            look={look}
            theme={theme}
            houses={view.houses}
            clusters={view.clusters}
            me={mine.place}
            onThere={aim.ready}
            onReady={(extent) => {
              setReady(true)
              logMapLoad(extent)
            }}
            onMoved={view.moved}
            onHouse={openMarker}
            onSpot={() => aim.draft && openDialog({ kind: 'type', draft: aim.draft })}
            onPlace={locateAt}
            popup={house && popup ? { at: house, content: popup } : undefined}
          />
        }
        houses={<VisibleHouses {...view} selectedId={aim.houseId} onHouse={openMarker} />}
        sheet={
          <MapSheet
            next={
              nextKnown && { house: next ?? nextKnown, go: () => open(nextKnown), drop: () => setNextId(undefined) }
            }
            house={house ?? known}
            knocks={house?.knocks}
            stop={aim.stop}
            onStop={(stop) => aim.moveSheet(stop, known)}
            onDismiss={close}
            onKnock={knock}
            actions={
              <>
                {details}
                {createLead}
              </>
            }
          />
        }
      />
      {!phone && diagnostics && <SearchDiagnostics {...diagnostics} />}
      {dialog && (
        <MapDialogs
          dialog={dialog}
          onClose={() => setDialog(undefined)}
          onSaved={showSaved}
          onDeleted={showDeleted}
          onGone={gone}
        />
      )}
    </>
  )
}
