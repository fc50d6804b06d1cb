import { useMutation, useQuery } from '@apollo/client/react'
import { PenLine } from 'lucide-react'
import { type RefObject, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import type { MapHandle } from '../features/map/MapSurface.tsx'
import { MapView } from '../features/map/MapView.tsx'
import { ZoomButtons } from '../features/map/MapControls.tsx'
import type { PropertyCluster, PropertyMarker } from '../features/map/markerFeatures.ts'
import { findWorkCenter } from '../features/map/openingView.ts'
import type { Area } from '../features/map/areas.ts'
import { boundsOfAreas, territoryAt } from '../features/map/territoryFeatures.ts'
import { TerritoryLayers } from '../features/map/TerritoryLayers.tsx'
import { useLogMapLoad } from '../features/map/useLogMapLoad.ts'
import { usePropertiesInView } from '../features/map/usePropertiesInView.ts'
import type { ProposedTerritory, SplitHandle } from '../features/territories/SplitPanel.tsx'
import { type TerritoryAction, TerritoryList } from '../features/territories/TerritoryList.tsx'
import { TerritoryFilesMenu } from '../features/territories/TerritoryFilesMenu.tsx'
import { useTerritories } from '../features/territories/useTerritories.ts'
import {
  ArchiveTerritoryDocument,
  MapConfigurationDocument,
  RecentPropertyPointsDocument,
  TerritoriesDocument,
  type TerritoryRowFragment,
} from '../gql/graphql.ts'
import { refetching } from '../lib/refetching.ts'
import type { Point } from '../lib/distance.ts'
import { lazyNamed } from '../lib/lazyNamed.ts'
import { formatCount } from '../lib/numbers.ts'
import { useIsPhone } from '../lib/useMediaQuery.ts'
import { toastOutcome } from '../session/failureToasts.ts'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Card } from '../ui/Card.tsx'
import { classNames } from '../ui/classNames.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LoadingOrError } from '../ui/LoadingOrError.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useTheme } from '../ui/theme.ts'
import { clickDrawing, type Drawing, DrawingPanel } from './DrawingPanel.tsx'

// Loaded when somebody draws, edits or assigns a territory.
const AreaDrawing = lazyNamed(async () => (await import('../features/map/AreaDrawing.tsx')).AreaDrawing)
const TerritoryDialog = lazyNamed(
  async () => (await import('../features/territories/TerritoryDialog.tsx')).TerritoryDialog,
)
const SplitPanel = lazyNamed(async () => (await import('../features/territories/SplitPanel.tsx')).SplitPanel)
const AssignDialog = lazyNamed(async () => (await import('../features/territories/AssignDialog.tsx')).AssignDialog)

/** A drawn area that is divided, and its parts, which are not saved yet. */
interface Splitting {
  area: Area
  proposed: ProposedTerritory[]
  /** The part that gets the doors that are clicked. */
  chosenId: string | undefined
}

/** What is open over the screen. */
type Opened =
  | { kind: 'edit'; territory: TerritoryRowFragment | undefined; area?: Area; warning?: string }
  | { kind: 'assign' | 'archive'; territory: TerritoryRowFragment }

const noClusters: readonly PropertyCluster[] = []
const noProperties: readonly PropertyMarker[] = []

/** A town on a screen. */
const OPENING_ZOOM = 15

/** /territories: the areas of the company with their figures, drawn and assigned by managers. */
export function TerritoriesScreen() {
  const { territories, query } = useTerritories()
  const [selectedId, setSelectedId] = useState<string>()
  const [drawing, setDrawing] = useState<Drawing>()
  const [splitting, setSplitting] = useState<Splitting>()
  const [opened, setOpened] = useState<Opened>()
  const [archive] = useMutation(ArchiveTerritoryDocument, refetching(TerritoriesDocument))
  const map = useRef<MapHandle>(null)
  const split = useRef<SplitHandle>(null)
  const select = (territory: TerritoryRowFragment | undefined) => {
    setSelectedId(territory?.id)
    if (territory) map.current?.fit(boundsOfAreas([territory.area]))
  }
  const propose = useCallback(
    (proposed: ProposedTerritory[], chosenId: string | undefined) =>
      setSplitting((before) => before && { ...before, proposed, chosenId }),
    [],
  )
  const isOverMap = drawing !== undefined || splitting !== undefined
  const draw = (territory?: TerritoryRowFragment) => {
    if (territory) select(territory)
    const start = territory?.area as Area | undefined
    setDrawing({ territory, start, area: start, isReady: false, attempt: 0 })
  }
  const act = (action: TerritoryAction, territory: TerritoryRowFragment) =>
    action === 'draw' ? draw(territory) : setOpened({ kind: action, territory })
  const confirmArchive = ({ id }: TerritoryRowFragment) =>
    toastOutcome(
      archive({ variables: { id } }),
      'Territory archived',
      'The territory was not archived. Check the connection and try again.',
    )
  const close = () => setOpened(undefined)
  return (
    <>
      <PageHeader title="Territories" count={territories && formatCount(territories.length)}>
        <TerritoryFilesMenu />
        <ButtonLink to="/territories/passes">Passes</ButtonLink>
        <Button
          variant="primary"
          icon={PenLine}
          onClick={() => draw()}
          disabled={!territories || isOverMap}
          className="floats-on-phone"
        >
          Draw Territory
        </Button>
      </PageHeader>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,400px)_minmax(0,1fr)]">
        <div
          className={classNames(
            'over-map isolate overflow-hidden bg-sunken',
            isOverMap ? 'max-md:fixed max-md:inset-0 max-md:z-40' : 'max-md:h-[44dvh]',
            'relative rounded-card border border-line md:h-[480px] lg:sticky lg:top-4 lg:order-last lg:h-[calc(100dvh-12rem)] lg:min-h-[480px]',
            isOverMap && 'max-md:rounded-none max-md:border-0',
          )}
        >
          {territories && (
            <TerritoryMap
              handle={map}
              territories={territories}
              selectedId={splitting ? splitting.chosenId : selectedId}
              drawing={drawing}
              proposed={splitting?.proposed}
              onSelect={select}
              onSplitClick={(point) => split.current?.click(point)}
              onDrawingChange={(change) => setDrawing((before) => before && { ...before, ...change })}
              onDrawingClick={(point) => setDrawing((before) => before && clickDrawing(before, point))}
            />
          )}
          {drawing && territories && (
            <div className="absolute inset-x-3 bottom-[max(12px,env(safe-area-inset-bottom))] z-10 mx-auto max-w-[560px] max-md:bottom-[max(32px,env(safe-area-inset-bottom))]">
              <DrawingPanel
                drawing={drawing}
                territories={territories}
                map={map}
                onChange={setDrawing}
                onSplit={(area) => {
                  setDrawing(undefined)
                  setSplitting({ area, proposed: [], chosenId: undefined })
                }}
                onDone={(warning) => {
                  const { territory, area } = drawing
                  setOpened({ kind: 'edit', territory, ...(area && { area }), warning })
                }}
              />
            </div>
          )}
          {splitting && (
            <div className="absolute inset-x-3 bottom-[max(12px,env(safe-area-inset-bottom))] z-10 mx-auto max-w-[520px]">
              <Suspense>
                <SplitPanel
                  handle={split}
                  area={splitting.area}
                  onPropose={propose}
                  onCancel={() => setSplitting(undefined)}
                  onSaved={() => setSplitting(undefined)}
                />
              </Suspense>
            </div>
          )}
        </div>
        <Card className="self-start">
          {!territories && <LoadingOrError query={query} label="the territories" rows={4} />}
          {territories?.length === 0 && (
            <EmptyState
              title="No territories yet"
              hint="Draw an area on the map, see how many doors it has, and assign it to a rep."
            />
          )}
          {territories && territories.length > 0 && (
            <TerritoryList territories={territories} selectedId={selectedId} onSelect={select} onAction={act} />
          )}
        </Card>
      </div>
      <Suspense>
        {opened?.kind === 'edit' && (
          <TerritoryDialog
            territory={opened.territory}
            area={opened.area}
            warning={opened.warning ?? ''}
            onSaved={(id) => {
              setOpened(undefined)
              setDrawing(undefined)
              setSelectedId(id)
            }}
            onClose={close}
          />
        )}
        {opened?.kind === 'assign' && <AssignDialog territory={opened.territory} onClose={close} />}
      </Suspense>
      {opened?.kind === 'archive' && (
        <ConfirmDialog
          title={`Archive “${opened.territory.name}”?`}
          confirmLabel="Archive"
          busyLabel="Archiving..."
          onConfirm={() => confirmArchive(opened.territory)}
          onClose={close}
        >
          Nobody holds it after today. Its history is kept.
        </ConfirmDialog>
      )}
    </>
  )
}

interface TerritoryMapProps {
  handle: RefObject<MapHandle | null>
  territories: readonly TerritoryRowFragment[]
  selectedId: string | undefined
  drawing: Drawing | undefined
  /** The parts of an area that is divided. */
  proposed: readonly ProposedTerritory[] | undefined
  onSelect: (territory: TerritoryRowFragment | undefined) => void
  /** Called with each place that is clicked while an area is divided. */
  onSplitClick: (point: Point) => void
  onDrawingChange: (change: Pick<Drawing, 'area'> | Pick<Drawing, 'isReady'>) => void
  /** Called with each place that is clicked while an area is drawn. */
  onDrawingClick: (point: Point) => void
}

/** The embedded map, which the tool that draws needs, with the saved properties and the territories. */
function TerritoryMap({ handle, territories, selectedId, drawing, proposed, ...props }: TerritoryMapProps) {
  const { onSelect, onSplitClick, onDrawingChange, onDrawingClick } = props
  const { data } = useQuery(MapConfigurationDocument)
  const work = useQuery(RecentPropertyPointsDocument, { fetchPolicy: 'no-cache' })
  const view = usePropertiesInView()
  const logMapLoad = useLogMapLoad()
  const { theme } = useTheme()
  const phone = useIsPhone()
  const configuration = data?.mapConfiguration
  // The same object for each rendering: another one loads the style of the map anew, without what is drawn.
  const settings = useMemo(() => configuration && { ...configuration, provider: 'embedded' }, [configuration])
  if (!settings || work.loading) return <div className="skeleton absolute inset-0" />
  const center = findWorkCenter(work.data?.properties.edges.map(({ node }) => node) ?? []) ?? settings.center
  const clickMap = (point: Point) => {
    if (drawing) return onDrawingClick(point)
    if (proposed) return onSplitClick(point)
    onSelect(territoryAt(territories, point))
  }
  // The parts alone, because others would cover them.
  const shown = proposed ?? territories.filter(({ id }) => id !== drawing?.territory?.id)
  return (
    <>
      <MapView
        handle={handle}
        settings={settings}
        openingView={{ center, zoom: OPENING_ZOOM }}
        mapType="roadmap"
        theme={theme}
        // Clusters would cover the areas, whose doors the list counts, and a property that is in none of them would look like the only one.
        properties={view.clusters.length > 0 ? noProperties : view.properties}
        clusters={noClusters}
        clusterZoom={view.extent?.zoom ?? 0}
        readArea={view.readArea}
        onMapLoad={(extent) => {
          logMapLoad(extent)
          if (territories.length > 0) handle.current?.fit(boundsOfAreas(territories.map(({ area }) => area)))
        }}
        onMoveEnd={view.onMoveEnd}
        isClickPoint
        onMapClick={clickMap}
        layers={(engine) => (
          <>
            <TerritoryLayers engine={engine} territories={shown} selectedId={selectedId} />
            {drawing && !drawing.around && (
              <Suspense>
                <AreaDrawing
                  key={`${drawing.attempt} ${theme}`}
                  start={drawing.start}
                  isFreehand={phone}
                  onChange={(area) => onDrawingChange({ area })}
                  onReadyChange={(isReady) => onDrawingChange({ isReady })}
                />
              </Suspense>
            )}
          </>
        )}
      />
      {!phone && (
        <div className="absolute top-4 right-4 z-10">
          <ZoomButtons onZoom={(steps) => handle.current?.zoomBy(steps)} />
        </div>
      )}
    </>
  )
}
