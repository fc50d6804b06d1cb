import { type ComponentProps, useId, useMemo } from 'react'
import { TextField } from '../ui/Field.tsx'
import { timeZoneLabel, timeZones } from './timeZones.ts'

/** The time zone of a company, typed as its name or its city; the list offers all. */
export function TimeZoneField(field: Omit<ComponentProps<typeof TextField>, 'label' | 'list'>) {
  const zonesId = useId()
  const zones = useMemo(() => timeZones(), [])
  return (
    <>
      <TextField
        label="Time Zone"
        isRequired
        list={zonesId}
        autoComplete="off"
        spellCheck={false}
        hint="Reports use this time zone. Type a city, such as New York."
        {...field}
      />
      <datalist id={zonesId}>
        {zones.map((zone) => (
          <option key={zone} value={timeZoneLabel(zone)}>
            {zone}
          </option>
        ))}
      </datalist>
    </>
  )
}
