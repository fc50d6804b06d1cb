import { useApolloClient, useQuery } from '@apollo/client/react'
import { ArrowLeft, Check } from 'lucide-react'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { statusLabels } from '../../domain/labels.ts'
import {
  type PropertyFilter,
  type PropertyStatus,
  TerritoryAroundDocument,
  type TerritoryAroundQueryVariables,
} from '../../gql/graphql.ts'
import type { Point } from '../../lib/distance.ts'
import { errorMessage } from '../../lib/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { Select } from '../../ui/Select.tsx'

interface AroundPanelProps {
  /** What the map shows; undefined until it is loaded. */
  bounds: () => PropertyFilter['bounds'] | undefined
  /** The last place that was clicked on the map. */
  clicked: Point | undefined
  onArea: (area: object) => void
  onCancel: () => void
}

const measures = [
  { value: 'zipCode', label: 'ZIP Code' },
  { value: 'block', label: 'Block' },
  { value: 'shown', label: 'In View' },
] as const
type Measure = (typeof measures)[number]['value']

type StatusChoice = PropertyStatus | 'ALL'
const statuses = ['NEW', 'CONTACTED', 'INTERESTED', 'NOT_INTERESTED'] as const satisfies PropertyStatus[]
const statusOptions: readonly { value: StatusChoice; label: string }[] = [
  { value: 'ALL', label: 'All statuses' },
  ...statuses.map((value) => ({ value, label: statusLabels[value] })),
]

const failureText = 'The area was not drawn. Check the connection and try again.'

/** Draws an area around the doors with a ZIP code, around a block, or around the saved properties that the map shows. */
export function AroundPanel({ bounds, clicked, onArea, onCancel }: AroundPanelProps) {
  const client = useApolloClient()
  const [measure, setMeasure] = useState<Measure>('zipCode')
  const [zipCode, setZipCode] = useState('')
  const [status, setStatus] = useState<StatusChoice>('ALL')
  const [failure, setFailure] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const draw = async (variables: TerritoryAroundQueryVariables) => {
    setIsBusy(true)
    setFailure('')
    try {
      const { data } = await client.query({ query: TerritoryAroundDocument, variables, fetchPolicy: 'no-cache' })
      onArea(data!.territoryAround.area as object)
    } catch (error) {
      setFailure(errorMessage(error, failureText))
      setIsBusy(false)
    }
  }
  const block = useQuery(TerritoryAroundDocument, {
    variables: { at: clicked ?? null },
    skip: measure !== 'block' || !clicked,
    fetchPolicy: 'no-cache',
    context: { isBackground: true },
  })
  const takeArea = useEffectEvent(onArea)
  useEffect(() => {
    if (block.data) takeArea(block.data.territoryAround.area as object)
  }, [block.data])
  const problem = failure || (measure === 'block' && block.error && errorMessage(block.error, failureText))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const filter = { bounds: bounds() ?? null, ...(status !== 'ALL' && { status }) }
    void draw(measure === 'zipCode' ? { zipCode } : { filter })
  }
  return (
    <form
      aria-label="Draw around doors"
      onSubmit={submit}
      className="grid gap-3 rounded-card bg-surface p-4 shadow-map"
    >
      <p role="status" className="min-h-10 text-small text-ink-2">
        {problem || (isBusy || block.loading ? 'Drawing the area...' : instructions[measure])}
      </p>
      <SegmentedControl
        label="Draw around"
        options={measures}
        value={measure}
        onChange={(next) => {
          setMeasure(next)
          setFailure('')
        }}
        className="h-11 items-center"
      />
      {measure === 'zipCode' && (
        <TextField
          label="ZIP code"
          inputMode="numeric"
          autoComplete="off"
          value={zipCode}
          maxLength={5}
          onChange={({ target }) => setZipCode(target.value)}
        />
      )}
      {measure === 'shown' && <Select label="Status" options={statusOptions} value={status} onChange={setStatus} />}
      <div className="flex justify-end gap-2">
        <Button size="large" icon={ArrowLeft} onClick={onCancel}>
          Back
        </Button>
        {measure !== 'block' && (
          <Button
            size="large"
            type="submit"
            variant="primary"
            icon={Check}
            busy={isBusy}
            busyLabel="Drawing..."
            disabled={measure === 'zipCode' && !/^\d{5}$/.test(zipCode)}
          >
            Draw Area
          </Button>
        )}
      </div>
    </form>
  )
}

const instructions: Record<Measure, string> = {
  zipCode: 'An area around all doors with a ZIP code, and without those of another one. You can change it afterwards.',
  block: 'Click a block on the map: an area around the doors that its streets enclose. You can change it afterwards.',
  shown: 'An area around the saved properties in this part of the map. You can change it afterwards.',
}
