import { useMutation, useQuery } from '@apollo/client/react'
import { Check, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { territoryFills } from '../../domain/territoryFills.ts'
import {
  CreateTerritoriesDocument,
  type StageColor,
  TerritoriesDocument,
  TerritorySplitDocument,
} from '../../gql/graphql.ts'
import { errorMessage } from '../../lib/errors.ts'
import { pluralize } from '../../lib/numbers.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { useDebouncedValue } from '../../lib/useDebouncedValue.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { describeSplit } from './territoryTexts.ts'

/** A part of the area as the map shows it, before it is saved. */
export interface ProposedTerritory {
  id: string
  name: string
  color: StageColor
  area: unknown
}

interface SplitPanelProps {
  /** A drawn area whose doors were counted. */
  area: object
  onPropose: (proposed: ProposedTerritory[]) => void
  onCancel: () => void
  onSaved: () => void
}

const DEBOUNCE_MS = 400
const measures = [
  { value: 'parts', label: 'Parts' },
  { value: 'doorsPerPart', label: 'Doors each' },
] as const
type Measure = (typeof measures)[number]['value']
const usualAmounts: Record<Measure, string> = { parts: '4', doorsPerPart: '80' }
const colors = Object.keys(territoryFills) as StageColor[]
const placePattern = /^area[\w.]{0,60}: /

/** Divides a drawn area into parts with about the same number of doors, shows them on the map, and saves all of them or none. */
export function SplitPanel({ area, onPropose, onCancel, onSaved }: SplitPanelProps) {
  const [measure, setMeasure] = useState<Measure>('parts')
  const [amount, setAmount] = useState(usualAmounts.parts)
  const [name, setName] = useState('')
  const [failure, setFailure] = useState('')
  const wanted = useDebouncedValue(`${measure} ${amount}`, DEBOUNCE_MS)
  const number = /^\d{1,5}$/.test(amount.trim()) ? Number(amount) : null
  const isSettled = wanted === `${measure} ${amount}`
  const { data, error } = useQuery(TerritorySplitDocument, {
    variables: { area, [measure]: number },
    skip: number === null || !isSettled,
    fetchPolicy: 'no-cache',
    context: { isBackground: true },
  })
  const parts = isSettled && number !== null ? data?.territorySplit : undefined
  // Sending the same parts again saves nothing twice.
  const [saving, setSaving] = useState<{ parts: typeof parts; ids: string[] }>()
  useEffect(() => {
    onPropose(
      (parts ?? []).map((part, n) => ({
        id: `part ${n}`,
        name: `${n + 1}: ${part.doors}`,
        color: colorOf(n),
        area: part.area,
      })),
    )
  }, [parts, onPropose])
  const [create, { loading }] = useMutation(CreateTerritoriesDocument, {
    refetchQueries: [TerritoriesDocument],
    awaitRefetchQueries: true,
  })
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
  const answer = parts ? describeSplit(parts.map(({ doors }) => doors)) : 'Dividing the area...'
  return (
    <div className="grid gap-3 rounded-card bg-surface p-4 shadow-map">
      <p role="status" className="figures min-h-10 text-small">
        {failure || problem || (number === null ? 'Enter a whole number.' : answer)}
      </p>
      {parts && (
        <ul
          aria-label="Doors of each part"
          className="flex max-h-16 flex-wrap gap-x-4 gap-y-1 overflow-y-auto text-small"
        >
          {parts.map(({ doors }, n) => (
            <li key={n} className="flex items-center gap-1.5">
              <span
                aria-hidden
                className="size-3 rounded-full border border-line"
                style={{ background: territoryFills[colorOf(n)] }}
              />
              {n + 1}: {pluralize(doors, 'door')}
            </li>
          ))}
        </ul>
      )}
      <div className="flex items-end gap-2">
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
          onChange={({ target }) => setAmount(target.value)}
        />
      </div>
      <TextField
        label="Name"
        hint="Each part has this name and its number."
        dir="auto"
        value={name}
        maxLength={190}
        onChange={({ target }) => setName(target.value)}
      />
      <div className="flex justify-end gap-2">
        <Button size="large" icon={<X aria-hidden size={16} />} onClick={onCancel}>
          Cancel
        </Button>
        <Button
          size="large"
          variant="primary"
          icon={<Check aria-hidden size={16} />}
          disabled={!parts || name.trim() === '' || loading}
          onClick={() => void save()}
        >
          {loading ? 'Saving...' : 'Save All'}
        </Button>
      </div>
    </div>
  )
}

const colorOf = (part: number): StageColor => colors[part % colors.length]!
