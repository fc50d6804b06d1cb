import { useMutation } from '@apollo/client/react'
import { Check } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { CostConfigurationDocument, type CostConfigurationQuery, SetCostRateDocument } from '../../gql/graphql.ts'
import { errorMessage } from '../../lib/errors.ts'
import { refetching } from '../../lib/refetching.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/classNames.ts'
import { MAX_RATE_DOLLARS, RATE_STEP, formatRateInput, parseRate } from './costRate.ts'

interface CostRateRowProps {
  rate: CostConfigurationQuery['costConfiguration'][number]
  editing: boolean
  /** The service that is being edited, if it is another one. */
  blockedBy: string | undefined
  onEdit: (on: boolean) => void
}

/** A service and its price, which is edited in place: Enter saves, Esc cancels. */
export function CostRateRow({ rate, editing, blockedBy, onEdit }: CostRateRowProps) {
  const { service, name, description, unitName, costPerUnit } = rate
  const id = useId()
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [saved, setSaved] = useState(false)
  const [setRate, { loading: busy }] = useMutation(SetCostRateDocument, refetching(CostConfigurationDocument))

  const change = (next: string) => {
    setText(next)
    setError(null)
    setSaved(false)
    onEdit(true)
  }
  const cancel = () => {
    setError(null)
    onEdit(false)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    // Enter submits unedited rows too.
    if (!editing || busy) return
    const parsed = parseRate(text)
    if (parsed.error !== null) return setError(parsed.error)
    if (parsed.dollars === costPerUnit) return cancel()
    try {
      await setRate({ variables: { service, costPerUnit: parsed.dollars } })
      setSaved(true)
      onEdit(false)
    } catch (failure) {
      setError(errorMessage(failure, 'The rate was not saved. Check the connection and try again.'))
    }
  }
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !editing) return
    event.stopPropagation()
    cancel()
  }

  return (
    <li className="border-t border-line">
      <form
        noValidate
        onSubmit={(event) => void save(event)}
        className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2"
      >
        <label htmlFor={id} className="min-w-30 flex-1 py-0.5">
          <span className="block font-semibold">{name}</span>
          <span className="block text-small text-ink-2">{description}</span>
        </label>
        {editing && (
          <span className="flex gap-2 max-md:order-last max-md:w-full max-md:[&>*]:flex-1">
            <Button size="small" variant="quiet" onClick={cancel} disabled={busy}>
              Cancel
            </Button>
            <Button size="small" variant="primary" type="submit" busy={busy} busyLabel="Saving...">
              Save
            </Button>
          </span>
        )}
        <span role="status" className="flex items-center gap-1.5 text-small text-good empty:hidden">
          {saved && !editing && (
            <>
              <Check aria-hidden size={15} /> Saved
            </>
          )}
        </span>
        <span className="flex items-center gap-3">
          <span className="relative block w-27.5">
            <span aria-hidden className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-ink-2">
              $
            </span>
            <input
              id={id}
              type="number"
              inputMode="decimal"
              min={0}
              max={MAX_RATE_DOLLARS}
              step={RATE_STEP}
              value={editing ? text : formatRateInput(costPerUnit)}
              onChange={(event) => change(event.target.value)}
              onKeyDown={cancelOnEscape}
              // A number field returns an empty string for invalid input; the error message below states what is valid.
              readOnly={busy || blockedBy !== undefined}
              title={blockedBy ? `Save or cancel ${blockedBy} first` : undefined}
              aria-invalid={error ? true : undefined}
              data-invalid={error ? '' : undefined}
              aria-describedby={classNames(`${id}-unit`, error && `${id}-error`)}
              className="field-box figures h-9 w-full pr-3 pl-7 text-right [appearance:textfield] read-only:bg-sunken read-only:text-ink-2 max-md:h-12 [&::-webkit-inner-spin-button]:appearance-none"
            />
          </span>
          {/* On a phone the description alone says the unit. */}
          <span id={`${id}-unit`} className="text-small text-ink-2 max-md:sr-only md:w-22">
            per {unitName}
          </span>
        </span>
        {error && (
          <p id={`${id}-error`} role="alert" className="w-full text-small text-bad md:text-right">
            {error}
          </p>
        )}
      </form>
    </li>
  )
}
