import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useRecentVisits } from '../features/knocking/recentVisits.ts'
import { KnockPills } from '../features/knocking/KnockPills.tsx'
import { LocationNotice } from '../features/knocking/LocationNotice.tsx'
import { lazyPart } from '../lib/lazyPart.ts'
import { useKnocks } from '../features/knocking/useKnocks.ts'
import { useKnockSession } from '../features/knocking/useKnockSession.ts'
import { OutboxButton } from '../features/outbox/OutboxButton.tsx'
import { useMyLocation } from '../features/locating/useMyLocation.ts'
import type { MapSettings } from '../features/map/engine.ts'
import { SaveAreaButton, ZoomButtons } from '../features/map/MapControls.tsx'
import { AreaPeek } from '../features/map/AreaPeek.tsx'
import { LegendPill, MapLegend } from '../features/map/MapLegend.tsx'
import { MapFailure } from '../features/map/MapFailure.tsx'
import { MapFrame } from '../features/map/MapFrame.tsx'
import { MapTypePicker } from '../features/map/MapTypePicker.tsx'
import type { MapType } from '../features/map/mapTypes.ts'
import { type MapCamera, PROPERTY_ZOOM, NEIGHBORHOOD_ZOOM } from '../features/map/openingView.ts'
import type { MapExtent } from '../features/map/MapSurface.tsx'
import { MapView } from '../features/map/MapView.tsx'
import { usePropertiesInView } from '../features/map/usePropertiesInView.ts'
import { VisibleProperties } from '../features/map/VisibleProperties.tsx'
import { MAX_READ_IN_ADVANCE, useProperty, useReadInView } from '../features/properties/useProperty.ts'
import { lazyNamed } from '../lib/lazyNamed.ts'
import { useCloseOnBack } from '../lib/useCloseOnBack.ts'
import { useIsPhone } from '../lib/useMediaQuery.ts'
import { useMe } from '../session/person/MeProvider.tsx'
import { useTheme } from '../ui/theme.ts'
import { DoorSheet, preloadSheet } from './DoorSheet.tsx'
import { MapDoorList } from './MapDoorList.tsx'
import { MapLocateButton } from './MapLocateButton.tsx'
import { MapSearch } from './MapSearch.tsx'
import { useDoorsInView } from './useDoorsInView.ts'
import { useMapUrl } from './useMapUrl.ts'
import { useMapOpening } from './useMapOpening.ts'
import { useSelectedProperty } from './useSelectedProperty.ts'
import { useSelected } from './useSelected.tsx'
import { useWalk } from './useWalk.ts'
import { canGoBack, selectedOf } from './walkState.ts'
import { nextOf, stopsLeft } from './walkNextDoor.ts'

const PausedNotice = lazyPart(async () => (await import('../features/knocking/PausedNotice.tsx')).PausedNotice)
const MapDialogs = lazyNamed(async () => (await import('./MapDialogs.tsx')).MapDialogs)
// Phones only.
const RouteButton = lazy(() => import('../features/walkingRoutes/RouteButton.tsx'))
const RoutePeek = lazy(() => import('../features/walkingRoutes/RoutePeek.tsx'))
// Wide screens only.
const MapPropertyPopup = lazyNamed(async () => (await import('./MapPropertyPopup.tsx')).MapPropertyPopup)
const MapTerritories = lazyNamed(async () => (await import('./MapTerritories.tsx')).MapTerritories)
const SearchDiagnostics = lazy(() => import('../features/locating/SearchDiagnostics.tsx'))
const MapSaveArea = lazy(() => import('./MapSaveArea.tsx'))

interface LoadedMapScreenProps {
  settings: MapSettings
  openingView: MapCamera
  /** The map moves to the user's location as soon as that is known. */
  opensAtUser: boolean
  /** The name under which the view is stored when it changes. */
  viewName: string
}

/** The map with its search, knock logging, and dialogs. */
export function LoadedMapScreen({ settings, openingView, opensAtUser, viewName }: LoadedMapScreenProps) {
  const me = useMe()
  const { abilities } = me
  const showsTeam = !abilities.viewAllProperties
  const { theme } = useTheme()
  const phone = useIsPhone()
  const [mapType, setMapType] = useState<MapType>('hybrid')
  /** What the map showed before an area was chosen for offline. */
  const [beforeSaving, setBeforeSaving] = useState<MapExtent>()
  const knocks = useKnocks()
  const knockSession = useKnockSession()
  const isInSession = knockSession.session !== undefined
  const myLocation = useMyLocation({ isFollowing: phone && isInSession })
  const place = () => ({
    sessionId: knockSession.session?.id,
    at: isInSession ? myLocation.freshLocation() : undefined,
  })
  const { walk, send, map, handleMapCreated, extras } = useWalk({ phone, knocks, place, visits: useRecentVisits() })
  const selection = selectedOf(walk)
  const route = useMemo(() => walk.route && { ...walk.route, stops: stopsLeft(walk) }, [walk])
  const propertyId = selection?.kind === 'property' ? selection.property.id : undefined
  const view = usePropertiesInView()
  const { changes, around } = view
  const { doors, ...inView } = useDoorsInView(view)
  // Read before the rep gets there, so that sheets open with their details, and without a connection too.
  const { isFresh, noteRead } = useReadInView(
    !phone ? [] : around.length > MAX_READ_IN_ADVANCE ? view.properties : around,
    changes,
  )
  const nextId = nextOf(walk)?.propertyId ?? undefined
  useProperty(nextId, { isFresh: isFresh(nextId), onRead: noteRead })
  const { property, refresh, handleGone } = useSelectedProperty(propertyId, {
    ...{ phone, changes, isFresh: isFresh(propertyId) },
    onGone: useCallback(() => send({ type: 'propertyGone' }), [send]),
  })
  const opening = useMapOpening({
    ...{ map, phone, opensAtUser, viewName, myLocation },
    onMapCreated: handleMapCreated,
    onMoveEnd: view.onMoveEnd,
  })
  const { draft, rendered, knocking, parts, inSheet } = useSelected({
    ...{ phone, walk, send, knocks, extras, property },
    markers: around,
  })
  useMapUrl({
    camera: view.extent,
    selectedId: propertyId,
    isOpeningLink: walk.pending?.method === 'link',
    onLink: (id, zoom) => send({ type: 'linkFollowed', id, zoom }),
  })
  useEffect(() => {
    if (phone) void preloadSheet()
  }, [phone])
  useCloseOnBack(phone && canGoBack(walk), () => send({ type: 'backPressed' }))

  const selectMarker = (id: string) => {
    const chosen = view.properties.find((candidate) => candidate.id === id)
    // Selecting the property again retries details that failed to load.
    if (id === propertyId && !property) refresh()
    if (chosen) send({ type: 'propertyChosen', property: chosen })
  }
  const showDeleted = () => {
    send({ type: 'propertyGone' })
    view.refresh()
  }
  const zoomBy = (steps: number) => map.current?.zoomBy(steps)
  const zoomOut = (levels: number, down: number) => {
    const shown = map.current?.extent()
    if (shown) map.current?.goTo(shown.center, { zoom: shown.zoom - levels, offsetY: down })
  }
  const close = () => send({ type: 'selectionClosed' })
  const cancelLookUp = () => send({ type: 'lookUpCanceled' })
  /** Where the rep is, or looks. */
  const walker = myLocation.freshLocation() ?? view.extent?.center
  const isDoorZoom = (view.extent?.zoom ?? 0) >= PROPERTY_ZOOM
  const isSheetOpen = inSheet !== undefined
  const doorList = (
    <MapDoorList
      inView={{ doors, ...inView }}
      extent={view.extent}
      map={map}
      showsTeam={showsTeam}
      from={phone ? walker : undefined}
      selectedId={propertyId}
      onSelect={selectMarker}
      onSelectUnsaved={(house) => send({ type: 'unsavedChosen', at: house })}
    />
  )
  const diagnostics = walk.diagnostics && {
    diagnostics: walk.diagnostics,
    onDismiss: () => send({ type: 'diagnosticsDismissed' }),
  }

  // Nobody plans a walk from there, or saves a town.
  const isFar = view.extent !== undefined && view.extent.zoom < NEIGHBORHOOD_ZOOM
  return (
    <>
      <h1 className="sr-only">Map Search</h1>
      <MapFrame
        phone={phone}
        undoToastVisible={knocks.recorded !== undefined}
        stop={isSheetOpen ? (walk.isListOpen ? 'full' : walk.stop) : undefined}
        isFar={isFar}
        search={
          <MapSearch
            phone={phone}
            busy={walk.pending?.method === 'search' || walk.pending?.method === 'suggestion'}
            foundBy={walk.foundBy}
            bounds={() => map.current?.extent()?.bounds}
            onSearch={(address, at) => send({ type: 'addressEntered', address, at })}
          />
        }
        locate={
          <MapLocateButton map={map} isMapLoaded={opening.isLoaded} myLocation={myLocation} onLocate={cancelLookUp} />
        }
        mapTypeControl={<MapTypePicker phone={phone} mapType={mapType} onMapTypeChange={setMapType} onZoom={zoomBy} />}
        saveArea={
          !abilities.viewAs &&
          !isFar && (
            <>
              <Suspense>
                <RouteButton from={walker} send={send} />
              </Suspense>
              <SaveAreaButton onSaveArea={() => setBeforeSaving(map.current?.extent())} />
            </>
          )
        }
        diagnostics={
          // A rep on a phone needs the room, and has no use for how a search was read.
          diagnostics &&
          !(phone && me.effectiveRole === 'SALES_REP') && (
            <Suspense>
              <SearchDiagnostics {...diagnostics} phone={phone} />
            </Suspense>
          )
        }
        statusPills={
          // A handle of the frame around the area to save would cover them.
          beforeSaving ? null : phone ? (
            <KnockPills
              knockSession={knockSession}
              outbox={<OutboxButton />}
              currentLocation={myLocation.freshLocation}
            />
          ) : (
            <OutboxButton />
          )
        }
        zoom={<ZoomButtons onZoom={zoomBy} />}
        legend={phone ? !isSheetOpen && <LegendPill showsTeam={showsTeam} /> : <MapLegend showsTeam={showsTeam} />}
        peek={
          !isSheetOpen &&
          (route ? (
            <Suspense>
              <RoutePeek route={route} from={walker} send={send} />
            </Suspense>
          ) : (
            <AreaPeek
              doors={doors}
              showsTeam={showsTeam}
              begin={view.isRead && doors.saved === 0 ? (isDoorZoom ? 'tap' : 'zoom') : undefined}
              onNextDoor={
                walker && doors.total > 0 ? () => send({ type: 'firstDoorTapped', from: walker, ...doors }) : undefined
              }
              list={doorList}
              isListOpen={walk.isListOpen}
              onListOpenChange={(isOpen) => send({ type: 'listToggled', isOpen })}
            />
          ))
        }
        notices={
          <>
            {phone && knockSession.session?.pausedAt && (
              <PausedNotice
                pausedAt={knockSession.session.pausedAt}
                knockId={knocks.recorded?.eventId}
                onResume={() => void knockSession.togglePause()}
              />
            )}
            {phone && isInSession && !beforeSaving && <LocationNotice repId={me.id} />}
            {view.failed && <MapFailure onRetry={view.refresh} />}
          </>
        }
        map={
          <MapView
            {...rendered}
            handle={map}
            settings={settings}
            openingView={openingView}
            mapType={mapType}
            theme={theme}
            properties={inView.matching}
            hovered={inView.hovered}
            onPropertyHover={phone ? undefined : inView.setHoveredId}
            clusters={view.clusters}
            clusterZoom={view.extent?.zoom ?? 0}
            readArea={view.readArea}
            userLocation={myLocation.location}
            onMapCreated={opening.handleCreated}
            onMapLoad={opening.handleLoad}
            onMoveEnd={opening.handleMoveEnd}
            onResize={() => send({ type: 'mapResized' })}
            onDoorsShown={inView.handleDoorsShown}
            onPropertyClick={selectMarker}
            onNewMarkerClick={() => draft && send({ type: 'dialogOpened', dialog: { kind: 'type', draft } })}
            onMapClick={(point) => send({ type: 'pointTapped', point, zoom: map.current?.extent()?.zoom ?? 0 })}
            onDoubleTap={cancelLookUp}
            layers={(engine) => (
              <Suspense>
                <MapTerritories engine={engine} route={route?.stops} />
              </Suspense>
            )}
            popup={
              property && !phone
                ? {
                    at: property,
                    content: (
                      <Suspense>
                        <MapPropertyPopup
                          {...parts}
                          property={property}
                          visited={inSheet}
                          knocking={knocking}
                          onClose={close}
                          onDeleted={showDeleted}
                        />
                      </Suspense>
                    ),
                  }
                : undefined
            }
          />
        }
        list={!phone && doorList}
        propertyList={<VisibleProperties {...view} selectedId={propertyId} onSelect={selectMarker} />}
        sheet={
          inSheet && (
            <DoorSheet
              {...parts}
              property={inSheet}
              knocking={knocking}
              stop={walk.stop}
              onStopChange={(stop) => send({ type: 'sheetMoved', stop })}
              onDismiss={close}
              street={{
                changes,
                me: myLocation.freshLocation(),
                isOpen: walk.isListOpen,
                onOpenChange: (isOpen) => send({ type: 'listToggled', isOpen }),
                onSelect: (door) => send({ type: 'propertyChosen', property: door }),
                onSelectUnsaved: (at) => send({ type: 'unsavedChosen', at }),
              }}
            />
          )
        }
      />
      {beforeSaving && (
        <Suspense>
          <MapSaveArea
            view={(view.extent ?? beforeSaving).bounds}
            hasTiles={settings.provider !== 'mapbox'}
            onZoomOut={zoomOut}
            onClose={() => {
              map.current?.goTo(beforeSaving.center, beforeSaving)
              setBeforeSaving(undefined)
            }}
          />
        </Suspense>
      )}
      <Suspense>
        <MapDialogs
          dialog={walk.dialog}
          send={send}
          onSaved={view.refresh}
          onDeleted={showDeleted}
          onGone={handleGone}
          onNobodyHome={(units) => knocks.knockAll(units, 'NOBODY_HOME', place())}
        />
      </Suspense>
    </>
  )
}
