import { useApolloClient } from '@apollo/client/react'
import { CalendarClock, Info, LandPlot, Pencil, X } from 'lucide-react'
import { Close, Content, Portal, Root, Title } from '@radix-ui/react-dialog'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { v7 as newId } from 'uuid'
import type { Bounds } from '../../lib/distance.ts'
import { formatDate } from '../../lib/dates.ts'
import { pluralize } from '../../lib/numbers.ts'
import { toastError } from '../../lib/toasts.ts'
import { useDebouncedValue } from '../../lib/useDebouncedValue.ts'
import { useNow } from '../../lib/useNow.ts'
import { useMe } from '../../session/person/MeProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useRestoreFocus } from '../../ui/useRestoreFocus.ts'
import { describeExtent, partOfView, widthInFeet } from './areaBounds.ts'
import { announceChange } from './areaChanges.ts'
import { downloadAreas } from './areaDownload.ts'
import { AreaFrame, type FramePart } from './AreaFrame.tsx'
import { formatMegabytes, MAX_BYTES } from './areaSize.ts'
import { areaOwner, changeArea, removeArea, type SavedArea, storeArea } from './areaStore.ts'
import { expiryOf } from './expiry.ts'
import { SavedAreas } from './SavedAreas.tsx'
import { SavingProgress } from './SavingProgress.tsx'
import { type AreaOutlook, useAreaOutlook } from './useAreaOutlook.ts'
import { useAreas } from './useAreas.ts'

interface OwnTerritory {
  id: string
  name: string
  bounds: Bounds
}

interface SaveAreaScreenProps {
  /** What the map below shows in the whole window. */
  view: Bounds
  /** The territories of the user, each of which is saved with one tap. */
  territories?: readonly OwnTerritory[]
  /** False if the map's provider does not allow to store its tiles. */
  hasTiles: boolean
  /** Shows more of the map, by zoom levels, so that the frame contains more of it. `down` moves what is in the middle, in pixels. */
  onZoomOut: (levels: number, down: number) => void
  onClose: () => void
}

const firstPart: FramePart = { left: 0.11, top: 0.13, right: 0.89, bottom: 0.4 }
const limits: FramePart = { left: 0.04, top: 0.12, right: 0.96, bottom: 0.41 }

/** Half a mile, because a rep opens this among a few houses and walks some blocks. */
const FIRST_WIDTH_FEET = 2640

const CANNOT_STORE =
  'This browser stores nothing for Porchlight. Leave private browsing, or free some space, then try again.'

/** Chooses a part of the map below and saves it on this phone with its properties; lists what is saved. */
export default function SaveAreaScreen({ view, territories = [], hasTiles, ...props }: SaveAreaScreenProps) {
  const { onZoomOut, onClose } = props
  const client = useApolloClient()
  const owner = areaOwner(useMe())
  const focus = useRestoreFocus('dialog')
  const areas = useAreas(owner)
  const [part, setPart] = useState(firstPart)
  /** The territory that was tapped, instead of the frame. */
  const [territory, setTerritory] = useState<OwnTerritory>()
  const [chosenName, setChosenName] = useState<string>()
  const [savingId, setSavingId] = useState<string>()
  // The map reports its view again without a move, for example when tiles have loaded.
  const { south, west, north, east } = view
  const bounds = useMemo(
    () => territory?.bounds ?? partOfView({ south, west, north, east }, part),
    [territory, south, west, north, east, part],
  )
  // What was in the middle of the map is in the frame, which is above the middle.
  const showAround = useEffectEvent(() =>
    onZoomOut(
      Math.max(0, Math.log2(FIRST_WIDTH_FEET / widthInFeet(bounds))),
      ((part.top + part.bottom - 1) / 2) * window.innerHeight,
    ),
  )
  useEffect(() => showAround(), [])
  const { outlook, failed } = useAreaOutlook(useDebouncedValue(bounds, 300), hasTiles)
  const saving = areas?.find(({ id }) => id === savingId)
  const now = useNow(saving && !saving.isComplete ? 1000 : null)
  const name = saving?.name ?? chosenName ?? territory?.name ?? outlook?.neighborhood ?? 'Area'
  const usedBytes = (areas ?? []).reduce((sum, area) => sum + area.bytes, 0)
  const isCurrent = outlook?.bounds === bounds
  const isTooLarge = outlook !== undefined && outlook.bytes + usedBytes > MAX_BYTES
  // Save was tapped. The area is stored once its size is known.
  const isWanted = savingId !== undefined && !saving
  if (isWanted && (failed || isTooLarge)) setSavingId(undefined)
  const canSave = isCurrent && !isTooLarge && Boolean(areas)

  const download = () => {
    announceChange()
    downloadAreas(client, owner, new AbortController().signal).catch(() => toastError(CANNOT_STORE))
  }
  const save = useEffectEvent(() => {
    const savedAt = Date.now()
    const area: SavedArea = {
      ...{ id: savingId!, owner, name, bounds, hasTiles, bytes: outlook!.bytes, savedAt, expiresAt: expiryOf(savedAt) },
      ...unsaved,
    }
    storeArea(area).then(download, () => {
      setSavingId(undefined)
      toastError(CANNOT_STORE)
    })
  })
  useEffect(() => {
    if (isWanted && canSave) save()
  }, [isWanted, canSave])
  const update = async ({ id }: SavedArea) => {
    const savedAt = Date.now()
    await changeArea(id, { ...unsaved, savedAt, expiresAt: expiryOf(savedAt) })
    setSavingId(id)
    download()
  }
  const remove = async (area: SavedArea) => {
    if (area.id === savingId) setSavingId(undefined)
    await removeArea(area)
    announceChange()
  }
  const choosePart = (next: FramePart) => {
    setTerritory(undefined)
    setPart(next)
  }
  const saveTerritory = (own: OwnTerritory) => {
    setTerritory(own)
    setChosenName(undefined)
    setSavingId(newId())
  }
  const rename = (next: string) => {
    setChosenName(next)
    if (saving) void changeArea(saving.id, { name: next }).then(announceChange)
  }

  return (
    <Root open onOpenChange={(open) => !open && onClose()}>
      <Portal>
        <Content
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-0 z-40 overflow-hidden text-ink outline-none"
        >
          {!saving && (
            <AreaFrame part={part} limits={limits} onChange={choosePart} onOutgrow={() => onZoomOut(1, 0)}>
              {describeExtent(bounds)}
              {outlook && isCurrent && ` · ${describeOutlook(outlook)}`}
            </AreaFrame>
          )}
          <div className="absolute inset-x-3 top-[max(14px,env(safe-area-inset-top))] flex h-13 items-center gap-2 rounded-phone-card bg-surface pl-1.5 shadow-map">
            <Close asChild>
              <IconButton label="Close" icon={X} iconSize={22} />
            </Close>
            <Title className="text-section">Save for Offline</Title>
          </div>
          <div className="absolute inset-x-0 bottom-0 flex max-h-[51dvh] flex-col rounded-t-sheet bg-surface shadow-dialog">
            <div className="min-h-0 flex-1 overflow-y-auto px-4 pt-5">
              {!saving && territories.length > 0 && (
                <div className="mb-4 grid gap-2">
                  {territories.map((own) => (
                    <Button
                      key={own.id}
                      size="large"
                      icon={LandPlot}
                      iconSize={18}
                      disabled={!areas}
                      onClick={() => saveTerritory(own)}
                    >
                      <span dir="auto" className="truncate">
                        Save {own.name}
                      </span>
                    </Button>
                  ))}
                </div>
              )}
              <AreaName name={name} onChange={rename} />
              <p className="text-[1rem] text-ink-2">
                {hasTiles ? 'Houses, owners, history and the map' : 'Houses, owners and history'}
              </p>
              <div className="mt-3.5">
                {saving ? (
                  <SavingProgress key={saving.id} area={saving} now={now} />
                ) : (
                  <SizeCard outlook={outlook} failed={failed} isTooLarge={isTooLarge} canStore={areas !== null} />
                )}
              </div>
              {!hasTiles && (
                <p className="mt-3 flex gap-2.5 text-[0.9375rem] text-ink-2">
                  <Info aria-hidden size={18} className="mt-0.5 shrink-0" />
                  Mapbox does not allow to store its map. What it showed before may still open.
                </p>
              )}
              <p className="my-4 flex items-center gap-2.5 text-[1rem] text-ink-2">
                <CalendarClock aria-hidden size={18} className="shrink-0" />
                <span>
                  Kept until <b className="font-semibold text-ink">{formatDate(saving?.expiresAt ?? expiryOf(now))}</b>,
                  then removed
                </span>
              </p>
              {areas && <SavedAreas areas={areas} shownId={savingId} now={now} onUpdate={update} onRemove={remove} />}
            </div>
            <div className="flex gap-2 border-t border-line p-4 pb-[max(16px,env(safe-area-inset-bottom))] [&>button]:flex-1">
              {saving?.isComplete ? (
                <Button size="large" variant="primary" onClick={onClose}>
                  Done
                </Button>
              ) : (
                <>
                  <Button
                    size="large"
                    onClick={() => {
                      if (saving) void remove(saving)
                      onClose()
                    }}
                  >
                    Cancel
                  </Button>
                  <Button
                    size="large"
                    variant="primary"
                    busy={isWanted || (saving !== undefined && !saving.problem)}
                    busyLabel="Saving..."
                    disabled={isTooLarge || failed || !areas || Boolean(saving)}
                    onClick={() => setSavingId(newId())}
                  >
                    Save
                  </Button>
                </>
              )}
            </div>
          </div>
        </Content>
      </Portal>
    </Root>
  )
}

/** The state of an area whose download begins. */
const unsaved = {
  savedBytes: 0,
  savedTiles: 0,
  savedProperties: 0,
  isComplete: false,
  isPaused: false,
  problem: undefined,
}

function describeOutlook({ houses, properties }: AreaOutlook): string {
  return houses === undefined ? pluralize(properties, 'saved house') : pluralize(houses, 'house')
}

/** The name as a heading, and as a field once the pencil is tapped. */
function AreaName({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  const [isEditing, setIsEditing] = useState(false)
  if (isEditing)
    return (
      <input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user asked to edit it
        autoFocus
        aria-label="Name of the area"
        maxLength={60}
        defaultValue={name}
        onBlur={({ target }) => {
          if (target.value.trim()) onChange(target.value.trim())
          setIsEditing(false)
        }}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        className="field-box h-12 w-full px-3 text-[1rem]"
      />
    )
  return (
    <div className="flex items-center justify-between gap-2">
      <h2 className="truncate text-address">{name}</h2>
      <IconButton label="Rename" icon={Pencil} iconSize={19} onClick={() => setIsEditing(true)} />
    </div>
  )
}

interface SizeCardProps {
  outlook: AreaOutlook | undefined
  failed: boolean
  isTooLarge: boolean
  canStore: boolean
}

/** The size of the area before it is saved. */
function SizeCard({ outlook, failed, isTooLarge, canStore }: SizeCardProps) {
  return (
    <div role="status" className="figures rounded-card bg-sunken p-4 text-[1rem]">
      {!canStore ? (
        <p className="text-bad">{CANNOT_STORE}</p>
      ) : failed ? (
        <p>No connection: an area can be saved when it is back.</p>
      ) : !outlook ? (
        <p className="text-ink-2">Calculating the size</p>
      ) : (
        <>
          <p className="font-[550]">About {formatMegabytes(outlook.bytes)} MB</p>
          {isTooLarge && <p className="text-bad">Make it smaller: {MAX_BYTES / 1e6} MB at most</p>}
        </>
      )}
    </div>
  )
}
