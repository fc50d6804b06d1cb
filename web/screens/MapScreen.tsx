import { useQuery } from '@apollo/client/react'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { DoorSheet } from '../features/knocking/DoorSheet.tsx'
import { KnockChoices } from '../features/knocking/KnockChoices.tsx'
import { NextDoor } from '../features/knocking/NextDoor.tsx'
import { nextDoor } from '../features/knocking/nextDoor.ts'
import { KnockPills } from '../features/knocking/KnockPills.tsx'
import { useKnocks } from '../features/knocking/useKnocks.ts'
import { useKnockSession } from '../features/knocking/useKnockSession.ts'
import { type LeadHouse, QuickLeadDialog } from '../features/leads/QuickLeadDialog.tsx'
import { AddressSearch } from '../features/locating/AddressSearch.tsx'
import { SearchDiagnostics } from '../features/locating/SearchDiagnostics.tsx'
import { type Finding, type Place, useLocate } from '../features/locating/useLocate.ts'
import { useMyLocation } from '../features/locating/useMyLocation.ts'
import { BottomSheet } from '../features/map/BottomSheet.tsx'
import type { MapLook, MapSettings } from '../features/map/engine.ts'
import { LocateButton, LookSelector, MapKey, ZoomButtons } from '../features/map/MapControls.tsx'
import { MapFrame } from '../features/map/MapFrame.tsx'
import { MapView } from '../features/map/MapView.tsx'
import { coveredBy } from '../features/map/sheetStops.ts'
import { useHousesInView } from '../features/map/useHousesInView.ts'
import { useMapLoadLog } from '../features/map/useMapLoadLog.ts'
import { useDrawnTarget, useMapTarget } from '../features/map/useMapTarget.ts'
import { VisibleHouses } from '../features/map/VisibleHouses.tsx'
import { streetLine, townLine } from '../features/properties/addressLines.ts'
import { DeleteProperty } from '../features/properties/DeleteProperty.tsx'
import { HouseCard } from '../features/properties/HouseCard.tsx'
import { HouseHeader } from '../features/properties/HouseHeader.tsx'
import { newProperty, type PropertyDraft } from '../features/properties/newProperty.ts'
import { useHouse } from '../features/properties/useHouse.ts'
import { useSaveProperty } from '../features/properties/useSaveProperty.ts'
import { type KnockOutcome, MapConfigurationDocument } from '../gql/graphql.ts'
import { usePhone } from '../lib/useMediaQuery.ts'
import { useAbilities, useMe } from '../session/MeProvider.tsx'
import { MenuButton } from '../ui/AppMenu.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useTheme } from '../ui/theme.ts'

// Only a phone has no room for the looks side by side, and needs a menu for them.
const LookButton = lazy(() => import('../features/map/LookButton.tsx'))

/** /map: find a house, save it, create a lead, log a knock (spec §2, §4). */
export function MapScreen() {
  const { data, error, loading, refetch } = useQuery(MapConfigurationDocument)
  if (data) return <Workplace settings={data.mapConfiguration} />
  if (!error) return <div className="skeleton h-[600px] rounded-card max-md:h-dvh max-md:rounded-none" />
  return <ErrorState title="Map not ready yet" onRetry={() => void refetch().catch(() => undefined)} busy={loading} />
}

/** A located address has this zoom (spec §9); a clicked house at least the other. */
const LOCATED_ZOOM = 20
const CLICKED_ZOOM = 18.5
const MINE_ZOOM = 19

function Workplace({ settings }: { settings: MapSettings }) {
  const me = useMe()
  const { deleteProperties } = useAbilities()
  const { theme } = useTheme()
  const phone = usePhone()
  const [look, setLook] = useState<MapLook>('hybrid')
  const [ready, setReady] = useState(false)
  const [text, setText] = useState('')
  const [leadFor, setLeadFor] = useState<LeadHouse>()
  const [nextId, setNextId] = useState<string>()
  const knocked = useRef(new Set<string>())
  const aim = useMapTarget<PropertyDraft>(phone)
  const logMapLoad = useMapLoadLog()
  const locating = useLocate()
  const mine = useMyLocation()
  const { save, saving } = useSaveProperty()
  const knocks = useKnocks(useMemo(() => ({ id: me.id, fullName: me.fullName }), [me.id, me.fullName]))
  const clock = useKnockSession()
  const { house, reread: rereadHouse } = useHouse(aim.houseId, aim.close)
  const view = useHousesInView(rereadHouse)
  const next = useHouse(nextId).house
  // Until its details are here, and without a connection, the marker is what is known of a house.
  const known = house ?? view.houses.find(({ id }) => id === aim.houseId)
  const nextKnown = next ?? view.houses.find(({ id }) => id === nextId)
  const drawn = useDrawnTarget(aim.target, known)

  const open: typeof aim.open = (...at) => {
    setNextId(undefined)
    aim.open(...at)
  }
  const openMarker = (id: string) => {
    const marker = view.houses.find((one) => one.id === id)
    if (marker) open(marker)
  }
  const offerLead = (draft: PropertyDraft) =>
    setLeadFor({ house: { newProperty: newProperty(draft) }, ...lines(draft) })
  const find = async (asked: Promise<Finding>, zoom: number, at?: Place) => {
    setNextId(undefined)
    const draft = await aim.find(asked, zoom, at)
    if (draft) offerLead(draft)
  }
  const search = (address: string, suggested?: Place) => {
    if (suggested) aim.map.current?.goTo(suggested, { zoom: LOCATED_ZOOM })
    void find(locating.search(address), LOCATED_ZOOM, suggested)
  }
  const locateAt = (place: Place) => {
    const zoom = Math.max(aim.map.current?.extent()?.zoom ?? 0, CLICKED_ZOOM)
    void find(locating.locateAt(place), zoom, place)
  }
  const openSaved = (saved: Place & { id: string }) => {
    setLeadFor(undefined)
    view.reread()
    open(saved, drawn.outline)
  }
  const skip = async () => {
    if (!leadFor || !('newProperty' in leadFor.house)) return
    const saved = await save(leadFor.house.newProperty)
    if (saved) openSaved(saved)
  }
  const created = (propertyId: string) => {
    const place = leadFor && 'newProperty' in leadFor.house ? leadFor.house.newProperty : known
    if (place) openSaved({ id: propertyId, lat: place.lat, lng: place.lng })
  }
  const knock = (outcome: KnockOutcome) => {
    if (!known) return
    const { id, streetNumber, status } = known
    knocked.current.add(id)
    const onwards = phone ? nextDoor(known, view.houses, knocked.current)?.id : undefined
    const door = { id, streetNumber, status, address: house?.address ?? streetNumber }
    knocks.knock(door, outcome, {
      sessionId: clock.session?.id,
      at: mine.place,
      onUndo: () => setNextId((next) => (next === onwards ? undefined : next)),
    })
    if (phone && aim.stop === 'full') aim.moveSheet('house', known)
    setNextId(onwards)
  }

  const createLead = house && (
    <Button
      variant={phone ? 'primary' : 'secondary'}
      onClick={() => setLeadFor({ house: { propertyId: house.id }, ...lines(house) })}
    >
      Create Lead
    </Button>
  )
  const remove = house && deleteProperties && (
    <DeleteProperty
      id={house.id}
      onDeleted={() => {
        aim.close()
        view.reread()
      }}
    />
  )
  const actions = (
    <>
      {createLead}
      {remove}
    </>
  )
  const popup = house && !phone && (
    <HouseCard house={house} onClose={aim.close} actions={actions}>
      <KnockChoices form="compact" onKnock={knock} />
    </HouseCard>
  )

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
            busy={locating.busy === 'search'}
            bounds={() => aim.map.current?.extent()?.bounds}
            menuButton={phone && <MenuButton />}
          />
        }
        locate={
          <LocateButton
            busy={mine.busy}
            onLocate={() =>
              mine.locateMe(ready ? (place) => aim.map.current?.goTo(place, { zoom: MINE_ZOOM }) : undefined)
            }
          />
        }
        looks={
          phone ? (
            <Suspense>
              <LookButton look={look} onLook={setLook} />
            </Suspense>
          ) : (
            <LookSelector look={look} onLook={setLook} />
          )
        }
        pills={<KnockPills clock={clock} knocks={knocks} at={mine.place} />}
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
            onReady={(extent) => {
              setReady(true)
              logMapLoad(extent)
            }}
            onMoved={view.moved}
            onHouse={openMarker}
            onSpot={() => aim.draft && offerLead(aim.draft)}
            onPlace={locateAt}
            popup={house && popup ? { at: house, content: popup } : undefined}
          />
        }
        houses={<VisibleHouses {...view} selectedId={aim.houseId} onHouse={openMarker} />}
        sheet={
          nextKnown ? (
            <BottomSheet
              label="Next door"
              stop="peek"
              header={
                <NextDoor address={next ? streetLine(next) : nextKnown.streetNumber} onGo={() => open(nextKnown)} />
              }
            />
          ) : (
            known && (
              <BottomSheet
                label={house?.address ?? known.streetNumber}
                stop={aim.stop}
                onStop={(stop) => aim.moveSheet(stop, known)}
                header={<HouseHeader house={house ?? known} />}
                footer={actions}
              >
                <DoorSheet
                  full={aim.stop === 'full'}
                  knocks={house?.knocks}
                  onKnock={knock}
                  onMore={() => aim.moveSheet('full', known)}
                />
              </BottomSheet>
            )
          )
        }
      />
      {!phone && locating.diagnostics && (
        <SearchDiagnostics diagnostics={locating.diagnostics} onDismiss={locating.dismissDiagnostics} />
      )}
      {leadFor && (
        <QuickLeadDialog
          target={leadFor}
          skipping={saving}
          onCreated={(lead) => created(lead.propertyId)}
          onSkip={() => void skip()}
          onClose={() => setLeadFor(undefined)}
        />
      )}
    </>
  )
}

const lines = (
  house: Parameters<typeof streetLine>[0] & Parameters<typeof townLine>[0] & { ownerName: string | null },
) => ({
  street: streetLine(house),
  town: townLine(house),
  ownerName: house.ownerName,
})
