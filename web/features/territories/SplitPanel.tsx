import { useMutation, useQuery } from '@apollo/client/react'
import type { Polygon } from 'geojson'
import { Check, Undo2, X } from 'lucide-react'
import { type Ref, useEffect, useImperativeHandle, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { containsPoint } from '../../../api/domain/polygons.ts'
import { territoryFills } from '../../domain/territoryFills.ts'
import {
  CreateTerritoriesDocument,
  type StageColor,
  TerritoriesDocument,
  TerritorySplitDocument,
} from '../../gql/graphql.ts'
import { refetching } from '../../lib/refetching.ts'
import type { Point } from '../../lib/distance.ts'
import { errorMessage } from '../../lib/errors.ts'
import { pluralize } from '../../lib/numbers.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { useDebouncedValue } from '../../lib/useDebouncedValue.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { describeSplit } from './territoryTexts.ts'
import { useSplitMoves } from './useSplitMoves.ts'

/** A part of the area as the map shows it, before it is saved. */
export interface ProposedTerritory {
  id: string
  name: string
  color: StageColor
  area: unknown
}

/** What the map does with the parts. */
export interface SplitHandle {
  /** Chooses the part at the point, or gives its doors near the point to the chosen one. */
  click: (point: Point) => void
}

interface SplitPanelProps {
  handle: Ref<SplitHandle>
  /** A drawn area whose doors were counted. */
  area: object
  onPropose: (proposed: ProposedTerritory[], chosenId: string | undefined) => void
  onCancel: () => void
  onSaved: () => void
}

const DEBOUNCE_MS = 400
const measures = [
  { value: 'parts', label: 'Parts' },
  { value: 'doorsPerPart', label: 'Doors Each' },
] as const
type Measure = (typeof measures)[number]['value']
const usualAmounts: Record<Measure, string> = { parts: '4', doorsPerPart: '80' }
const colors = Object.keys(territoryFills) as StageColor[]
const placePattern = /^area[\w.]{0,60}: /

/**
 * Divides a drawn area into parts with about the same number of doors, shows them on the map, where doors can be moved to the chosen part, and
 * saves all of them or none.
 */
export function SplitPanel({ handle, area, onPropose, onCancel, onSaved }: SplitPanelProps) {
  const [measure, setMeasure] = useState<Measure>('parts')
  const [amount, setAmount] = useState(usualAmounts.parts)
  const [name, setName] = useState('')
  const [failure, setFailure] = useState('')
  const wanted = useDebouncedValue(`${measure} ${amount}`, DEBOUNCE_MS)
  const number = /^\d{1,5}$/.test(amount.trim()) ? Number(amount) : null
  const isSettled = wanted === `${measure} ${amount}`
  const variables = { area, [measure]: number }
  const { data, error } = useQuery(TerritorySplitDocument, {
    variables,
    skip: number === null || !isSettled,
    fetchPolicy: 'no-cache',
    context: { isBackground: true },
  })
  const divided = isSettled && number !== null ? data?.territorySplit : undefined
  const { parts, isMoved, refusal, isMoving, move, undo } = useSplitMoves(divided, variables)
  const [chosen, setChosen] = useState<number>()
  const target = chosen !== undefined && parts && chosen < parts.length ? chosen : undefined
  useImperativeHandle(handle, () => ({
    click: ({ lat, lng }) => {
      const part = parts?.findIndex(({ area: ofPart }) => containsPoint(ofPart as Polygon, { lat, lng })) ?? -1
      if (part < 0) return
      setFailure('')
      if (target === undefined) setChosen(part)
      else if (part !== target) void move({ point: { lat, lng }, part: target + 1 })
    },
  }))
  // Sending the same parts again saves nothing twice.
  const [saving, setSaving] = useState<{ parts: typeof parts; ids: string[] }>()
  useEffect(() => {
    onPropose(
      (parts ?? []).map((part, n) => ({
        id: partId(n),
        name: `${n + 1}: ${part.doors}`,
        color: colorOf(n),
        area: part.area,
      })),
      target === undefined ? undefined : partId(target),
    )
  }, [parts, target, onPropose])
  const [create, { loading }] = useMutation(CreateTerritoriesDocument, refetching(TerritoriesDocument))
  const save = async () => {
    if (!parts) return
    const ids = saving?.parts === parts ? saving.ids : parts.map(() => uuidv7())
    setSaving({ parts, ids })
    const input = parts.map((part, n) => ({
      id: ids[n]!,
      name: `${name.trim()} ${n + 1}`,
      color: colorOf(n),
      area: part.area,
    }))
    try {
      await create({ variables: { input } })
      toastSuccess(`${parts.length} territories saved`)
      onSaved()
    } catch (reason) {
      setFailure(errorMessage(reason, 'The territories were not saved. Check the connection and try again.'))
    }
  }
  const problem =
    error && isSettled ? errorMessage(error, 'The area cannot be divided now.').replace(placePattern, '') : ''
  const answer = parts
    ? describeSplit(
        parts.map(({ doors }) => doors),
        isMoved,
      )
    : 'Dividing the area...'
  return (
    <div className="grid gap-3 rounded-card bg-surface p-4 shadow-map">
      <p role="status" className="figures min-h-5 text-small">
        {failure || problem || refusal || (number === null ? 'Enter a whole number.' : answer)}
      </p>
      {parts && (
        <div className="grid gap-2">
          <ul aria-label="Doors of each part" className="-m-1 flex max-h-24 flex-wrap gap-1.5 overflow-y-auto p-1">
            {parts.map(({ doors }, n) => (
              <li key={n}>
                <button
                  type="button"
                  aria-pressed={n === target}
                  onClick={() => setChosen(n === target ? undefined : n)}
                  className="figures flex min-h-8 items-center gap-1.5 rounded-button border border-line px-2.5 text-small hover:bg-hover aria-pressed:border-ink aria-pressed:font-semibold max-md:min-h-11"
                >
                  <span
                    aria-hidden
                    className="size-3 rounded-full border border-line"
                    style={{ background: territoryFills[colorOf(n)] }}
                  />
                  {n + 1}: {pluralize(doors, 'door')}
                </button>
              </li>
            ))}
          </ul>
          <div className="flex min-h-8 items-center justify-between gap-2 text-small text-ink-2">
            <p>{instructionFor(target, isMoving)}</p>
            {isMoved && (
              <Button size="small" icon={Undo2} disabled={isMoving} onClick={undo}>
                Undo
              </Button>
            )}
          </div>
        </div>
      )}
      <div className="flex flex-wrap items-end gap-2 md:flex-nowrap">
        <SegmentedControl
          label="Divide by"
          options={measures}
          value={measure}
          onChange={(next) => {
            setMeasure(next)
            setAmount(usualAmounts[next])
          }}
          className="h-11 items-center"
        />
        <TextField
          label={measure === 'parts' ? 'Number of parts' : 'Doors of each part'}
          inputMode="numeric"
          value={amount}
          maxLength={5}
          onChange={({ target: input }) => setAmount(input.value)}
          className="min-w-0 max-md:flex-1 md:w-32 md:flex-none"
        />
        <TextField
          label="Name before each number"
          dir="auto"
          value={name}
          maxLength={190}
          onChange={({ target: input }) => setName(input.value)}
          className="min-w-0 max-md:w-full md:flex-1"
        />
      </div>
      <div className="flex justify-end gap-2">
        <Button size="large" icon={X} onClick={onCancel}>
          Cancel
        </Button>
        <Button
          size="large"
          variant="primary"
          icon={Check}
          disabled={!parts || name.trim() === '' || loading || isMoving}
          onClick={() => void save()}
        >
          {loading ? 'Saving...' : 'Save All'}
        </Button>
      </div>
    </div>
  )
}

const partId = (part: number) => `part ${part}`

function instructionFor(target: number | undefined, isMoving: boolean): string {
  if (isMoving) return 'Moving the doors...'
  if (target === undefined) return 'To change a part, choose it here or on the map.'
  return `Select doors next to part ${target + 1} on the map to add their side of the street.`
}

const colorOf = (part: number): StageColor => colors[part % colors.length]!
