import { useApolloClient } from '@apollo/client/react'
import { Check, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { statusLabels } from '../../domain/labels.ts'
import { type PropertyFilter, type PropertyStatus, TerritoryAroundDocument } from '../../gql/graphql.ts'
import { errorMessage } from '../../lib/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { Select } from '../../ui/Select.tsx'

interface AroundPanelProps {
  /** What the map shows; undefined until it is loaded. */
  bounds: () => PropertyFilter['bounds'] | undefined
  onArea: (area: object) => void
  onCancel: () => void
}

const measures = [
  { value: 'zipCode', label: 'ZIP code' },
  { value: 'shown', label: 'Shown on the map' },
] as const
type Measure = (typeof measures)[number]['value']

type StatusChoice = PropertyStatus | 'ALL'
const statuses = ['NEW', 'CONTACTED', 'INTERESTED', 'NOT_INTERESTED'] as const satisfies PropertyStatus[]
const statusOptions: readonly { value: StatusChoice; label: string }[] = [
  { value: 'ALL', label: 'All statuses' },
  ...statuses.map((value) => ({ value, label: statusLabels[value] })),
]

/** Draws an area around the doors with a ZIP code, or around the saved properties that the map shows. */
export function AroundPanel({ bounds, onArea, onCancel }: AroundPanelProps) {
  const client = useApolloClient()
  const [measure, setMeasure] = useState<Measure>('zipCode')
  const [zipCode, setZipCode] = useState('')
  const [status, setStatus] = useState<StatusChoice>('ALL')
  const [failure, setFailure] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsBusy(true)
    setFailure('')
    const filter = { bounds: bounds() ?? null, ...(status !== 'ALL' && { status }) }
    try {
      const { data } = await client.query({
        query: TerritoryAroundDocument,
        variables: measure === 'zipCode' ? { zipCode } : { filter },
        fetchPolicy: 'no-cache',
      })
      onArea(data!.territoryAround.area as object)
    } catch (error) {
      setFailure(errorMessage(error, 'The area was not drawn. Check the connection and try again.'))
      setIsBusy(false)
    }
  }
  return (
    <form
      aria-label="Draw around doors"
      onSubmit={(event) => void submit(event)}
      className="grid gap-3 rounded-card bg-surface p-4 shadow-map"
    >
      <p role="status" className="min-h-10 text-small text-ink-2">
        {failure || instructions[measure]}
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
      {measure === 'zipCode' ? (
        <TextField
          label="ZIP code"
          inputMode="numeric"
          autoComplete="off"
          value={zipCode}
          maxLength={5}
          onChange={({ target }) => setZipCode(target.value)}
        />
      ) : (
        <Select label="Status" options={statusOptions} value={status} onChange={setStatus} />
      )}
      <div className="flex justify-end gap-2">
        <Button size="large" icon={<X aria-hidden size={16} />} onClick={onCancel}>
          Back
        </Button>
        <Button
          size="large"
          type="submit"
          variant="primary"
          icon={<Check aria-hidden size={16} />}
          busy={isBusy}
          busyLabel="Drawing..."
          disabled={measure === 'zipCode' && !/^\d{5}$/.test(zipCode)}
        >
          Draw Area
        </Button>
      </div>
    </form>
  )
}

const instructions: Record<Measure, string> = {
  zipCode: 'An area around all doors with a ZIP code, and without those of another one. You can change it afterwards.',
  shown: 'An area around the saved properties in this part of the map. You can change it afterwards.',
}
