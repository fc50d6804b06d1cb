import { lazy, Suspense, useCallback, useState } from 'react'
import { KnockChoices } from '../features/knocking/KnockChoices.tsx'
import { useKnockingRep } from '../features/knocking/useKnockingRep.ts'
import { KnockPills } from '../features/knocking/KnockPills.tsx'
import { useKnocks } from '../features/knocking/useKnocks.ts'
import { useKnockSession } from '../features/knocking/useKnockSession.ts'
import { OutboxButton } from '../features/knocking/OutboxButton.tsx'
import { NewLeadsOffer } from '../features/leads/NewLeadsOffer.tsx'
import { useNewLeads } from '../features/leads/useNewLeads.ts'
import { AddressSearch } from '../features/locating/AddressSearch.tsx'
import { DiagnosticsButton, SearchDiagnostics } from '../features/locating/SearchDiagnostics.tsx'
import { type LocateResult, type LatLng, useLocate } from '../features/locating/useLocate.ts'
import { useMyLocation } from '../features/locating/useMyLocation.ts'
import type { MapSettings } from '../features/map/engine.ts'
import { LocateButton, MapTypeControl, ZoomButtons } from '../features/map/MapControls.tsx'
import { AreaPeek, useAreaPeekHeight } from '../features/map/AreaPeek.tsx'
import { LegendPill, MapLegend } from '../features/map/MapLegend.tsx'
import { MapFailure } from '../features/map/MapFailure.tsx'
import { MapFrame } from '../features/map/MapFrame.tsx'
import type { MapType } from '../features/map/mapTypes.ts'
import type { MapCamera } from '../features/map/openingView.ts'
import { DOUBLE_TAP_MS } from '../features/map/mapTaps.ts'
import { MapView } from '../features/map/MapView.tsx'
import { coveredHeight } from '../features/map/sheetStops.ts'
import { usePropertiesInView } from '../features/map/usePropertiesInView.ts'
import { useRenderedSelection, useMapSelection } from '../features/map/useMapSelection.ts'
import { VisibleProperties } from '../features/map/VisibleProperties.tsx'
import { DeleteProperty } from '../features/properties/DeleteProperty.tsx'
import { PropertyPopup } from '../features/properties/PropertyPopup.tsx'
import type { PropertyDraft } from '../features/properties/toNewPropertyInput.ts'
import { useProperty, usePropertyOutline, useReadInView } from '../features/properties/useProperty.ts'
import { toastSuccess } from '../lib/toasts.ts'
import { useCloseOnBack } from '../lib/useCloseOnBack.ts'
import { useIsPhone } from '../lib/useMediaQuery.ts'
import { toastFailure } from '../session/failureToasts.ts'
import { useAbilities } from '../session/MeProvider.tsx'
import { MenuButton } from '../ui/AppMenu.tsx'
import { Button } from '../ui/Button.tsx'
import { useTheme } from '../ui/theme.ts'
import { type MapDialog, MapDialogs } from './MapDialogs.tsx'
import { MapSheet } from './MapSheet.tsx'
import { useDoorsInView } from './useDoorsInView.ts'
import { useFirstDoor } from './useFirstDoor.ts'
import { useDoorKnocking } from './useDoorKnocking.ts'
import { useMapOpening } from './useMapOpening.ts'
import { useDraftDetails } from './useDraftDetails.ts'

// Loaded on wide screens, and on a phone when it is opened.
const DoorList = lazy(() => import('../features/map/DoorList.tsx'))
// Loaded only on phones, which show the map types as a menu.
const MapTypeButton = lazy(() => import('../features/map/MapTypeButton.tsx'))

/** Zoom of a located address (spec §9), and the minimum for a clicked one. */
const LOCATED_ZOOM = 20
const CLICKED_ZOOM = 18.5
const MY_LOCATION_ZOOM = 19

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
  const { deleteProperties, viewAllProperties } = useAbilities()
  const { theme } = useTheme()
  const phone = useIsPhone()
  const peekHeight = useAreaPeekHeight()
  const [mapType, setMapType] = useState<MapType>('hybrid')
  const [text, setText] = useState('')
  const [dialog, setDialog] = useState<MapDialog>()
  const [isListOpen, setIsListOpen] = useState(false)
  const mapSelection = useMapSelection<PropertyDraft>(phone)
  const locating = useLocate()
  const myLocation = useMyLocation()
  const rep = useKnockingRep()
  const knocks = useKnocks(rep)
  const knockSession = useKnockSession(rep)
  const { close } = mapSelection
  const handleGone = useCallback(() => {
    toastSuccess('Property removed from list', { id: 'property-gone' })
    setDialog(undefined)
    close()
  }, [close])
  const handleReadError = useCallback(
    (error: unknown) => {
      // Without a connection the sheet shows the marker's data, so no toast is needed.
      if (phone && !navigator.onLine) return
      toastFailure(error, 'Failed to fetch properties')
    },
    [phone],
  )
  const { property, refresh: refreshProperty } = useProperty(mapSelection.propertyId, {
    onGone: handleGone,
    onFailed: handleReadError,
  })
  const view = usePropertiesInView(refreshProperty)
  const { doors, ...inView } = useDoorsInView(view)
  const opening = useMapOpening({
    map: mapSelection.map,
    phone,
    isFirstOpening,
    viewName,
    myLocation,
    onMoveEnd: view.onMoveEnd,
  })
  // Use the marker's data until the details are loaded, and without a connection.
  const selectedMarker = view.properties.find(({ id }) => id === mapSelection.propertyId)
  const shownProperty = property ?? selectedMarker
  const { draft } = mapSelection
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
    if (id === mapSelection.propertyId && !property) refreshProperty()
    if (marker) select(marker)
  }
  const selectResult = async (lookup: Promise<LocateResult>, zoom: number, at?: LatLng) => {
    const found = await mapSelection.resolveLookup(lookup, zoom, at)
    return found?.draft
  }
  const offerLead = (unsaved: PropertyDraft | undefined) => unsaved && setDialog({ kind: 'quick', draft: unsaved })
  const search = (address: string, suggestedPoint?: LatLng) => {
    if (suggestedPoint) mapSelection.map.current?.goTo(suggestedPoint, { zoom: LOCATED_ZOOM })
    const method = suggestedPoint ? 'suggestion' : 'search'
    void selectResult(locating.search(address, method), LOCATED_ZOOM, suggestedPoint).then(offerLead)
  }
  const locateAt = (point: LatLng) => {
    const zoom = Math.max(mapSelection.map.current?.extent()?.zoom ?? 0, CLICKED_ZOOM)
    const found = selectResult(locating.locateAt(point, DOUBLE_TAP_MS), zoom, point)
    // A tapped house opens its sheet on a phone: knocking comes first, the lead is a button (decision 25).
    if (!phone) void found.then(offerLead)
  }
  const showSaved = (saved: LatLng & { id: string }) => {
    setDialog(undefined)
    view.refresh()
    select(saved, rendered.outline)
  }
  const showDeleted = () => {
    setDialog(undefined)
    close()
    view.refresh()
  }
  const showsTeam = !viewAllProperties
  /** Where the rep is, or looks. */
  const walker = myLocation.freshLocation() ?? view.extent?.center
  const goToFirstDoor = useFirstDoor({
    from: walker,
    properties: doors.properties,
    openSaved: select,
    openDraft: selectDraft,
  })
  const isSheetOpen = Boolean(draft ?? shownProperty)
  const newLeads = useNewLeads(property?.limited ? undefined : property?.id)
  const knocking = useDoorKnocking({
    phone,
    door: draft
      ? { draft }
      : shownProperty && { saved: { address: shownProperty.streetNumber, ...shownProperty, ...property } },
    knocks,
    sessionId: knockSession.session?.id,
    location: myLocation.freshLocation,
    openSaved: select,
    openDraft: selectDraft,
    // The lead comes after 'Interested'; after a refusal a lead that is still new has to be settled.
    shouldStay: (outcome) =>
      dialog !== undefined || outcome === 'INTERESTED' || (outcome === 'NOT_INTERESTED' && newLeads.leads.length > 0),
  })
  // Read before the rep gets there, so that the next sheet opens with its details, and without a connection too.
  useProperty(knocking.next?.propertyId ?? undefined)
  useReadInView(phone ? view.properties : [])
  useDraftDetails(phone ? draft : undefined, { onDraft: mapSelection.openDraft, onSaved: select })
  useCloseOnBack(phone && (dialog !== undefined || mapSelection.selection !== undefined || isListOpen), () => {
    if (dialog) setDialog(undefined)
    else if (mapSelection.selection) close()
    else setIsListOpen(false)
  })
  const offer = knocking.recorded?.outcome === 'NOT_INTERESTED' && <NewLeadsOffer {...newLeads} />

  const details = property && !property.limited && (
    <Button onClick={() => openDialog({ kind: 'details', id: property.id })}>View Details</Button>
  )
  const leadDialog: MapDialog | undefined =
    draft && phone ? { kind: 'quick', draft } : property && !property.limited ? { kind: 'type', property } : undefined
  const createLead = leadDialog && <Button onClick={() => openDialog(leadDialog)}>Create Lead</Button>
  const popup = property && !phone && (
    <PropertyPopup
      property={property}
      onClose={close}
      actions={
        <>
          {details}
          {deleteProperties ? <DeleteProperty id={property.id} onDeleted={showDeleted} /> : createLead}
        </>
      }
    >
      {offer}
      <KnockChoices size="compact" recorded={knocking.recorded} onKnock={knocking.knock} />
    </PropertyPopup>
  )
  const doorList = (
    <DoorList
      doors={doors}
      filters={inView.filters}
      onFiltersChange={inView.changeFilters}
      showsTeam={showsTeam}
      from={phone ? walker : undefined}
      selectedId={mapSelection.propertyId}
      hoveredId={inView.hovered?.id}
      onSelect={selectMarker}
      onHover={inView.setHoveredId}
    />
  )
  const mapTypeProps = { mapType, onMapTypeChange: setMapType }
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
          <AddressSearch
            text={text}
            onTextChange={setText}
            onSearch={(address, suggestion) => search(address, suggestion?.point)}
            busy={locating.searching}
            bounds={() => mapSelection.map.current?.extent()?.bounds}
            menuButton={phone && <MenuButton />}
          />
        }
        locate={
          <LocateButton
            busy={myLocation.busy}
            onLocate={() => {
              locating.cancelPending()
              myLocation.locateMe(
                opening.isLoaded
                  ? (location) => mapSelection.map.current?.goTo(location, { zoom: MY_LOCATION_ZOOM })
                  : undefined,
              )
            }}
          />
        }
        mapTypeControl={
          phone ? (
            <Suspense>
              <MapTypeButton {...mapTypeProps} />
            </Suspense>
          ) : (
            <MapTypeControl {...mapTypeProps} />
          )
        }
        diagnostics={
          diagnostics && (phone ? <DiagnosticsButton {...diagnostics} /> : <SearchDiagnostics {...diagnostics} />)
        }
        statusPills={
          phone ? (
            <KnockPills knockSession={knockSession} knocks={knocks} currentLocation={myLocation.freshLocation} />
          ) : (
            <OutboxButton entries={knocks.unsent} onRetry={knocks.retry} />
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
        failure={view.failed && <MapFailure onRetry={view.refresh} />}
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
            onMapCreated={mapSelection.onMapCreated}
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
                : (property ??
                  (selectedMarker && { ...selectedMarker, limited: !selectedMarker.mine && !viewAllProperties }))
            }
            knocking={knocking}
            stop={mapSelection.stop}
            onStopChange={(stop) => mapSelection.moveSheet(stop, draft ?? shownProperty)}
            onDismiss={close}
            offer={offer}
            actions={
              <>
                {details}
                {createLead}
              </>
            }
          />
        }
      />
      {dialog && (
        <MapDialogs
          dialog={dialog}
          onClose={() => setDialog(undefined)}
          onSaved={showSaved}
          onDeleted={showDeleted}
          onGone={handleGone}
        />
      )}
    </>
  )
}
