import { ChevronRight } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { streetOf } from '../domain/streetOf.ts'
import { StatusBadge } from '../domain/StatusBadge.tsx'
import { addressOfUnit, type Place, unitKeyOf, unitOf } from '../domain/units.ts'
import { describeUnits, type UnitCounts } from '../features/properties/unitCounts.ts'
import type { KnockTarget } from '../features/knocking/knockItems.ts'
import type { Located } from '../features/locating/locateToasts.ts'
import { type PropertyStatus, UnitsHereDocument } from '../gql/graphql.ts'
import { temporaryId } from '../domain/draftOf.ts'
import { useFreshQuery } from '../lib/freshQuery.ts'
import type { Point } from '../lib/distance.ts'
import { pluralize } from '../lib/numbers.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dialog } from '../ui/Dialog.tsx'

/** A building whose units are shown. */
export interface Building extends Point, Place, UnitCounts {
  /** A saved property of the building; undefined if none is. */
  propertyId?: string | undefined
  /** The units in the parcel records. */
  candidates: Located['candidates']
}

interface UnitsDialogProps {
  building: Building
  onClose: () => void
  /** Opens a saved unit. */
  onOpen: (property: Point & { id: string }) => void
  /** Opens a unit that may not be saved, by its address. */
  onSearch: (address: string) => void
  /** Logs that nobody was home at these units. Resolves to false if nothing was recorded. */
  onNobodyHome: (units: readonly KnockTarget[]) => Promise<boolean>
}

/** A unit in the list, saved or not. */
interface Unit {
  key: string
  label: string
  address: string
  owner: string | null
  saved?: Point & { id: string; status: PropertyStatus }
}

/** More rows than this are narrowed by what is typed. */
const MAX_ROWS = 50

/** The units of a building: one of them is opened, or several are marked as not at home in one step. */
export default function UnitsDialog({ building, onClose, onOpen, onSearch, onNobodyHome }: UnitsDialogProps) {
  const { propertyId } = building
  const { data } = useFreshQuery(UnitsHereDocument, { id: propertyId ?? '' }, propertyId === undefined)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [typed, setTyped] = useState('')
  const units = mergeUnits(data?.property?.unitsHere ?? [], [
    ...(data?.property?.recordedUnits.map((unit) => toCandidate(unit, building)) ?? []),
    ...building.candidates,
  ])
  // The building itself, saved without a unit, is none.
  const named = units.filter(({ address, saved }) => !saved || unitOf(address) !== null)
  const counts = describeUnits({
    unitCount: Math.max(named.length, building.unitCount),
    savedCount: Math.max(named.filter(({ saved }) => saved).length, building.savedCount),
  })
  const selected = units.filter(({ key }) => chosen.has(key))
  const text = typed.trim().toLowerCase()
  const typedKey = text && unitKeyOf(addressOfUnit(building, text))
  const isTyped = ({ address }: Unit) => text !== '' && unitKeyOf(address) === typedKey
  const others = units.filter((unit) => unit.label.toLowerCase().includes(text) && !isTyped(unit))
  // Unit 2 comes before Unit 20.
  const matching = [...units.filter(isTyped), ...others]
  const shown = matching.slice(0, MAX_ROWS)
  const toggle = (key: string, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, key] : [...before].filter((other) => other !== key)))
  const open = (unit: Unit) => {
    onClose()
    if (unit.saved) onOpen(unit.saved)
    else onSearch(unit.address)
  }
  const openTyped = (event: SubmitEvent) => {
    event.preventDefault()
    if (!text) return
    const known = units.find(isTyped)
    if (known) return open(known)
    onClose()
    onSearch(addressOfUnit(building, typed.trim()))
  }
  const markNobodyHome = async () => {
    if (await onNobodyHome(selected.map((unit) => targetOf(unit, building)))) onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      title="Several units here: choose one"
      description={`${[building.streetNumber, building.streetName].filter(Boolean).join(' ')} · ${counts}`}
      initialFocus="dialog"
      footer={
        <Button size="large" variant="primary" disabled={selected.length === 0} onClick={() => void markNobodyHome()}>
          {selected.length === 0 ? 'Nobody home' : `Nobody home at ${pluralize(selected.length, 'unit')}`}
        </Button>
      }
    >
      <form onSubmit={openTyped} className="mb-3 flex gap-2">
        <input
          aria-label="Unit"
          placeholder="Find a unit, or enter another"
          maxLength={20}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="field-box h-9 min-w-0 flex-1 px-3 text-body max-md:h-12"
        />
        <Button type="submit" disabled={!typed.trim()}>
          Open
        </Button>
      </form>
      <ul aria-label="Units" className="-mx-1 divide-y divide-line">
        {shown.map((unit) => (
          <li key={unit.key} className="flex items-center gap-1">
            <Checkbox
              label={`Select ${unit.label}`}
              checked={chosen.has(unit.key)}
              onChange={(isChosen) => toggle(unit.key, isChosen)}
            />
            <button
              type="button"
              onClick={() => open(unit)}
              className="flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-button px-2 py-1.5 text-left hover:bg-hover"
            >
              <span className="sr-only">Open </span>
              <span className="min-w-0 flex-1">
                <span className="block truncate text-body font-[550]">{unit.label}</span>
                {unit.owner && <span className="block truncate text-small text-ink-2">{unit.owner}</span>}
              </span>
              {unit.saved ? (
                <StatusBadge status={unit.saved.status} className="text-small" />
              ) : (
                <span className="text-small text-ink-2">Not saved yet</span>
              )}
              <ChevronRight aria-hidden size={16} className="shrink-0 text-ink-3" />
            </button>
          </li>
        ))}
      </ul>
      {matching.length === 0 && (
        <p className="px-1 text-body text-ink-2">
          {units.length === 0
            ? 'The records do not name the units. Enter one to open it.'
            : 'No unit of the list matches. Open looks up what you entered.'}
        </p>
      )}
      {matching.length > shown.length && (
        <p className="mt-3 px-1 text-small text-ink-2">
          {`${matching.length - shown.length} more: enter a unit to narrow the list`}
        </p>
      )}
    </Dialog>
  )
}

/** A unit that the parcel records name at the building of a saved property. */
const toCandidate = (unit: string, building: Building): Building['candidates'][number] => ({
  ...{ __typename: 'LocateCandidate', parcelId: null, ownerName: null },
  unit,
  address: addressOfUnit(building, unit),
})

/** The saved units and those of the parcel records, each once, in the order of their numbers. */
function mergeUnits(
  saved: readonly (Point & { id: string; address: string; unit: string | null; status: PropertyStatus })[],
  candidates: Located['candidates'],
): Unit[] {
  const units = new Map<string, Unit>()
  for (const { address, unit, ownerName, parcelId } of candidates)
    units.set(unitKeyOf(address) || (parcelId ?? ''), {
      key: unitKeyOf(address) || (parcelId ?? address),
      label: unit ?? streetOf(address),
      address,
      owner: ownerName,
    })
  for (const property of saved) {
    const key = unitKeyOf(property.address)
    const label = property.unit ?? 'The building'
    units.set(key, {
      key: key || 'building',
      label,
      address: property.address,
      owner: units.get(key)?.owner ?? null,
      saved: property,
    })
  }
  const numbers = new Intl.Collator('en', { numeric: true })
  return [...units.values()].toSorted((one, other) => numbers.compare(one.label, other.label))
}

/** Where nobody was home. A unit that is not saved is saved with the knock, at the point of its building. */
function targetOf(unit: Unit, { lat, lng, ...building }: Building): KnockTarget {
  const { streetNumber, streetName, city, state, zipCode } = building
  if (unit.saved) return { id: unit.saved.id, address: unit.address, streetNumber, status: unit.saved.status }
  const { address } = unit
  return {
    id: temporaryId({ lat, lng, address }),
    newProperty: { address, streetNumber, streetName, city, state, zipCode, lat, lng },
    address,
    streetNumber,
    status: 'NEW',
  }
}
