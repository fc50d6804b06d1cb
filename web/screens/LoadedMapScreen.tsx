import { lazy, Suspense, useCallback, useState } from 'react'
import { LocationNotice } from '../features/knocking/LocationNotice.tsx'
import { KnockPills } from '../features/knocking/KnockPills.tsx'
import { useKnocks } from '../features/knocking/useKnocks.ts'
import { useKnockSession } from '../features/knocking/useKnockSession.ts'
import { OutboxButton } from '../features/outbox/OutboxButton.tsx'
import { NewLeadsOffer } from '../features/leads/lead/NewLeadsOffer.tsx'
import { DiagnosticsButton, SearchDiagnostics } from '../features/locating/SearchDiagnostics.tsx'
import { type LatLng, useLocate } from '../features/locating/useLocate.ts'
import { useMyLocation } from '../features/locating/useMyLocation.ts'
import type { MapSettings } from '../features/map/engine.ts'
import { ZoomButtons } from '../features/map/MapControls.tsx'
import { AreaPeek, useAreaPeekHeight } from '../features/map/AreaPeek.tsx'
import { LegendPill, MapLegend } from '../features/map/MapLegend.tsx'
import { MapFailure } from '../features/map/MapFailure.tsx'
import { MapFrame } from '../features/map/MapFrame.tsx'
import { MapTypePicker } from '../features/map/MapTypePicker.tsx'
import type { MapType } from '../features/map/mapTypes.ts'
import type { MapCamera } from '../features/map/openingView.ts'
import type { MapExtent } from '../features/map/MapSurface.tsx'
import { MapView } from '../features/map/MapView.tsx'
import { coveredHeight } from '../features/map/sheetStops.ts'
import { usePropertiesInView } from '../features/map/usePropertiesInView.ts'
import { useRenderedSelection, useMapSelection } from '../features/map/useMapSelection.ts'
import { VisibleProperties } from '../features/map/VisibleProperties.tsx'
import { NearbyOwner } from '../features/properties/NearbyOwner.tsx'
import type { PropertyDraft } from '../features/properties/toNewPropertyInput.ts'
import { usePropertyOutline } from '../features/properties/useProperty.ts'
import type { NearbyOwnerFragment } from '../gql/graphql.ts'
import { useCloseOnBack } from '../lib/useCloseOnBack.ts'
import { useIsPhone } from '../lib/useMediaQuery.ts'
import { useMe } from '../session/MeProvider.tsx'
import { Button } from '../ui/Button.tsx'
import { useTheme } from '../ui/theme.ts'
import { type MapDialog, MapDialogs } from './MapDialogs.tsx'
import { buildingOfHouse } from './buildingOf.ts'
import { MapDoorList } from './MapDoorList.tsx'
import { MapLocateButton } from './MapLocateButton.tsx'
import { MapPropertyPopup } from './MapPropertyPopup.tsx'
import { MapSearch } from './MapSearch.tsx'
import { MapSheet } from './MapSheet.tsx'
import { useDoorsInView } from './useDoorsInView.ts'
import { useMapUrl } from './useMapUrl.ts'
import { useMapOpening } from './useMapOpening.ts'
import { usePlaceLookup } from './usePlaceLookup.ts'
import { useSelectedProperty } from './useSelectedProperty.ts'
import { useWalk } from './useWalk.ts'

const SaveAreaScreen = lazy(() => import('../features/offline/SaveAreaScreen.tsx'))

interface LoadedMapScreenProps {
  settings: MapSettings
  openingView: MapCamera
  /** The user has not left the map anywhere on this device yet, so it moves to their location if that is known. */
  isFirstOpening: boolean
  /** The name under which the view is stored when it changes. */
  viewName: string
}

/** The map with its search, knock logging, and dialogs. */
export function LoadedMapScreen({ settings, openingView, isFirstOpening, viewName }: LoadedMapScreenProps) {
  const me = useMe()
  const { abilities } = me
  const showsTeam = !abilities.viewAllProperties
  const { theme } = useTheme()
  const phone = useIsPhone()
  const peekHeight = useAreaPeekHeight()
  const [mapType, setMapType] = useState<MapType>('hybrid')
  const [dialog, setDialog] = useState<MapDialog>()
  const [isListOpen, setIsListOpen] = useState(false)
  const [nearby, setNearby] = useState<{ propertyId: string; record: NearbyOwnerFragment }>()
  const [viewToSave, setViewToSave] = useState<MapExtent>()
  const mapSelection = useMapSelection<PropertyDraft>(phone)
  const locating = useLocate()
  const knocks = useKnocks()
  const knockSession = useKnockSession()
  const isInSession = knockSession.session !== undefined
  const myLocation = useMyLocation({ isFollowing: phone && isInSession })
  const { close, draft } = mapSelection
  const closeAll = useCallback(() => {
    setDialog(undefined)
    close()
  }, [close])
  const { property, refresh, handleGone } = useSelectedProperty(mapSelection.propertyId, { phone, onGone: closeAll })
  const view = usePropertiesInView(refresh)
  const { doors, ...inView } = useDoorsInView(view)
  const opening = useMapOpening({
    map: mapSelection.map,
    phone,
    isFirstOpening,
    viewName,
    myLocation,
    onMapCreated: mapSelection.onMapCreated,
    onMoveEnd: view.onMoveEnd,
  })
  // Use the marker's data until the details are loaded, and without a connection.
  const selectedMarker = view.properties.find(({ id }) => id === mapSelection.propertyId)
  const shownProperty = property ?? selectedMarker
  const rendered = useRenderedSelection(
    mapSelection.selection,
    shownProperty,
    usePropertyOutline(mapSelection.propertyId),
    selectedMarker ? selectedMarker.lastOutcome : property?.knocks[0]?.outcome,
  )

  // A selection supersedes a lookup that is still running.
  const select: typeof mapSelection.open = (...at) => {
    locating.cancelPending()
    mapSelection.open(...at)
  }
  const selectDraft = (chosen: PropertyDraft) => {
    locating.cancelPending()
    mapSelection.openDraft(chosen)
  }
  const openDialog = (chosen: MapDialog) => {
    locating.cancelPending()
    setDialog(chosen)
  }
  const selectMarker = (id: string) => {
    setIsListOpen(false)
    const marker = view.properties.find((candidate) => candidate.id === id)
    // Selecting the property again retries details that failed to load.
    if (id === mapSelection.propertyId && !property) refresh()
    if (marker) select(marker)
  }
  const { search, searchUnit, locateAt } = usePlaceLookup({
    phone,
    locating,
    mapSelection,
    onOfferLead: (unsaved) => setDialog({ kind: 'quick', draft: unsaved }),
    onNearbyOwner: setNearby,
    onAdd: (point) => openDialog({ kind: 'add', point }),
    onSeveral: (building) => setDialog({ kind: 'units', building }),
  })
  const showSaved = (saved: LatLng & { id: string }) => {
    setDialog(undefined)
    view.refresh()
    select(saved, rendered.outline)
  }
  const showDeleted = () => {
    closeAll()
    view.refresh()
  }
  useMapUrl({
    camera: view.extent,
    selectedId: mapSelection.propertyId,
    onHouse: (house, zoom) => mapSelection.open(house, undefined, zoom),
  })
  /** Where the rep is, or looks. */
  const walker = myLocation.freshLocation() ?? view.extent?.center
  const isSheetOpen = Boolean(draft ?? shownProperty)
  const { knocking, newLeads, goToFirstDoor } = useWalk({
    phone,
    draft,
    property,
    shownProperty,
    isDialogOpen: dialog !== undefined,
    knocks,
    sessionId: knockSession.session?.id,
    location: () => (isInSession ? myLocation.freshLocation() : undefined),
    walker,
    doors,
    properties: view.properties,
    openSaved: select,
    openDraft: selectDraft,
    onDraftDetails: mapSelection.openDraft,
  })
  useCloseOnBack(phone && (dialog !== undefined || mapSelection.selection !== undefined || isListOpen), () => {
    if (dialog) setDialog(undefined)
    else if (mapSelection.selection) close()
    else setIsListOpen(false)
  })
  const offer = knocking.recorded?.outcome === 'NOT_INTERESTED' && <NewLeadsOffer {...newLeads} />
  // Its details offer it, too.
  const isNearbyUsed =
    nearby?.record.parcelId === property?.parcelId && nearby?.record.ownerName === property?.ownerName
  const nearbyOwner = nearby && nearby.propertyId === property?.id && !isNearbyUsed && (
    <NearbyOwner id={nearby.propertyId} record={nearby.record} onUsed={() => setNearby(undefined)} />
  )

  const details = property && !property.limited && (
    <Button onClick={() => openDialog({ kind: 'details', id: property.id })}>View Details</Button>
  )
  const leadDialog: MapDialog | undefined =
    draft && phone ? { kind: 'quick', draft } : property && !property.limited ? { kind: 'type', property } : undefined
  const createLead = leadDialog && <Button onClick={() => openDialog(leadDialog)}>Create Lead</Button>
  const units = buildingOfHouse(draft ?? property, view.properties)
  const unitsButton = units && <Button onClick={() => openDialog({ kind: 'units', building: units })}>Units</Button>
  const popup = property && !phone && (
    <MapPropertyPopup
      property={property}
      knocking={knocking}
      onClose={close}
      onDeleted={showDeleted}
      details={details}
      createLead={createLead}
      units={unitsButton}
      offer={offer}
      nearbyOwner={nearbyOwner}
    />
  )
  const doorList = (
    <MapDoorList
      inView={{ doors, ...inView }}
      showsTeam={showsTeam}
      from={phone ? walker : undefined}
      selectedId={mapSelection.propertyId}
      onSelect={selectMarker}
    />
  )
  const diagnostics = locating.diagnostics && {
    diagnostics: locating.diagnostics,
    onDismiss: locating.dismissDiagnostics,
  }

  return (
    <>
      <h1 className="sr-only">Map Search</h1>
      <MapFrame
        phone={phone}
        undoToastVisible={knocks.recorded !== undefined}
        coveredHeight={!phone ? 0 : isSheetOpen ? coveredHeight(mapSelection.stop) : peekHeight}
        search={
          <MapSearch
            phone={phone}
            locating={locating}
            bounds={() => mapSelection.map.current?.extent()?.bounds}
            onSearch={search}
          />
        }
        locate={
          <MapLocateButton
            map={mapSelection.map}
            isMapLoaded={opening.isLoaded}
            locating={locating}
            myLocation={myLocation}
          />
        }
        mapTypeControl={
          <MapTypePicker
            phone={phone}
            mapType={mapType}
            onMapTypeChange={setMapType}
            onSaveArea={abilities.viewAs ? undefined : () => setViewToSave(mapSelection.map.current?.extent())}
          />
        }
        diagnostics={
          diagnostics && (phone ? <DiagnosticsButton {...diagnostics} /> : <SearchDiagnostics {...diagnostics} />)
        }
        statusPills={
          phone ? (
            <KnockPills
              knockSession={knockSession}
              outbox={<OutboxButton />}
              currentLocation={myLocation.freshLocation}
            />
          ) : (
            <OutboxButton />
          )
        }
        zoom={<ZoomButtons onZoom={(steps) => mapSelection.map.current?.zoomBy(steps)} />}
        legend={phone ? !isSheetOpen && <LegendPill showsTeam={showsTeam} /> : <MapLegend showsTeam={showsTeam} />}
        peek={
          !isSheetOpen && (
            <AreaPeek
              doors={doors}
              showsTeam={showsTeam}
              onNextDoor={goToFirstDoor}
              list={doorList}
              isListOpen={isListOpen}
              onListOpenChange={setIsListOpen}
            />
          )
        }
        notices={
          <>
            {phone && isInSession && !viewToSave && <LocationNotice repId={me.id} />}
            {view.failed && <MapFailure onRetry={view.refresh} />}
          </>
        }
        map={
          <MapView
            {...rendered}
            handle={mapSelection.map}
            settings={settings}
            openingView={openingView}
            mapType={mapType}
            theme={theme}
            properties={inView.matching}
            hovered={inView.hovered}
            onPropertyHover={phone ? undefined : inView.setHoveredId}
            clusters={view.clusters}
            readArea={view.readArea}
            userLocation={myLocation.location}
            onMapCreated={opening.handleCreated}
            onMapLoad={opening.handleLoad}
            onMoveEnd={opening.handleMoveEnd}
            onPropertyClick={selectMarker}
            onNewMarkerClick={() => mapSelection.draft && openDialog({ kind: 'type', draft: mapSelection.draft })}
            onMapClick={locateAt}
            onDoubleTap={locating.cancelPending}
            popup={property && popup ? { at: property, content: popup } : undefined}
          />
        }
        list={!phone && doorList}
        propertyList={<VisibleProperties {...view} selectedId={mapSelection.propertyId} onSelect={selectMarker} />}
        sheet={
          <MapSheet
            property={
              draft
                ? { ...draft, status: 'NEW' }
                : (property ?? (selectedMarker && { ...selectedMarker, limited: selectedMarker.isTeams }))
            }
            knocking={knocking}
            stop={mapSelection.stop}
            onStopChange={(stop) => mapSelection.moveSheet(stop, draft ?? shownProperty)}
            onDismiss={close}
            offer={offer}
            nearbyOwner={nearbyOwner}
            actions={
              <>
                {details}
                {createLead}
                {unitsButton}
              </>
            }
          />
        }
      />
      {viewToSave && (
        <Suspense>
          <SaveAreaScreen
            view={viewToSave.bounds}
            hasTiles={settings.provider !== 'mapbox'}
            onClose={() => setViewToSave(undefined)}
          />
        </Suspense>
      )}
      {dialog && (
        <MapDialogs
          dialog={dialog}
          onClose={() => setDialog(undefined)}
          onSaved={showSaved}
          onDeleted={showDeleted}
          onGone={handleGone}
          onAdded={(added) => {
            selectDraft(added)
            setDialog(phone ? undefined : { kind: 'quick', draft: added })
          }}
          units={{
            onOpen: select,
            onSearch: searchUnit,
            onNobodyHome: (doors) =>
              knocks.knockAll(doors, 'NOBODY_HOME', {
                sessionId: knockSession.session?.id,
                at: isInSession ? myLocation.freshLocation() : undefined,
              }),
          }}
        />
      )}
    </>
  )
}
