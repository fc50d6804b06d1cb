import { formatCount, pluralize } from '../../lib/numbers.ts'
import { TextArea, TextField } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import type { AddressedTo } from './printRequest.ts'
import { type LabelSheet, SheetPreview } from './SheetPreview.tsx'
import type { LabelSettings } from './useLabelSettings.ts'

interface LabelOptionsProps {
  /** The sheets of labels, or the envelopes. */
  sheets: readonly LabelSheet[]
  sheet: LabelSheet
  settings: LabelSettings
  onChange: (change: Partial<LabelSettings>) => void
  /** The number of addresses; null while they are counted. */
  count: number | null
  disabled: boolean
}

const addressOptions: { value: AddressedTo; label: string }[] = [
  { value: 'owner', label: "Owner's mailing address" },
  { value: 'property', label: 'Property address' },
]

/** Chooses the sheet or envelope, where it is printed and to whom, beside a drawing of the first page. */
export function LabelOptions({ sheets, sheet, settings, onChange, count, disabled }: LabelOptionsProps) {
  const places = sheet.columns * sheet.rows
  const start = startPositionOf(sheet, settings)
  return (
    <div className="grid gap-5 md:grid-cols-[1fr_auto]">
      <div className="space-y-4">
        <Select
          label={sheet.isEnvelope ? 'Envelope' : 'Sheet'}
          options={sheets.map(({ id, name, columns, rows, isEnvelope }) => ({
            value: id,
            label: name,
            ...(!isEnvelope && { detail: `${columns * rows} labels` }),
          }))}
          value={sheet.id}
          onChange={(id) => onChange(sheet.isEnvelope ? { envelope: id } : { labelSheet: id })}
          disabled={disabled}
        />
        <Select
          label="Address to"
          options={addressOptions}
          value={settings.addressedTo}
          onChange={(addressedTo) => onChange({ addressedTo })}
          hint={settings.addressedTo === 'owner' ? "The property's address where the owner's is unknown." : undefined}
          disabled={disabled}
        />
        {sheet.isEnvelope ? (
          <TextArea
            label="Return address"
            optional
            rows={3}
            maxLength={500}
            value={settings.returnAddress}
            onChange={(event) => onChange({ returnAddress: event.target.value })}
            hint="Up to five lines. Remembered on this device."
            disabled={disabled}
          />
        ) : (
          <TextField
            label="Start at label"
            type="number"
            inputMode="numeric"
            min={1}
            max={places}
            value={settings.startPosition}
            onChange={(event) => onChange({ startPosition: event.target.value })}
            error={start === null ? `Enter a number from 1 to ${places}.` : undefined}
            hint="The first unused label of the sheet."
            disabled={disabled}
          />
        )}
      </div>
      <figure className="flex flex-col items-center gap-2 md:w-60">
        <SheetPreview
          sheet={sheet}
          startPosition={start ?? 1}
          count={count}
          hasReturnAddress={settings.returnAddress.trim() !== ''}
        />
        <figcaption className="figures text-center text-small text-ink-2">
          {count !== null && describePages(sheet, count, start ?? 1)} Print at actual size.
        </figcaption>
      </figure>
    </div>
  )
}

/** The first free label; null if the text is not a position on the sheet. */
export function startPositionOf(
  { columns, rows, isEnvelope }: LabelSheet,
  { startPosition }: LabelSettings,
): number | null {
  if (isEnvelope) return 1
  const position = Number(startPosition)
  return startPosition.trim() !== '' && Number.isInteger(position) && position >= 1 && position <= columns * rows
    ? position
    : null
}

function describePages({ columns, rows, isEnvelope }: LabelSheet, count: number, start: number): string {
  if (isEnvelope) return `${pluralize(count, 'envelope')}.`
  const sheets = Math.ceil((count + start - 1) / (columns * rows))
  return `${pluralize(count, 'label')} on ${formatCount(sheets)} ${sheets === 1 ? 'sheet' : 'sheets'}.`
}
