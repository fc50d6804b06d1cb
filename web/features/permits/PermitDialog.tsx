import { useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import {
  type PermitInput,
  type PermitRowFragment,
  PermitsDocument,
  SavePermitDocument,
  TerritoriesOnMapDocument,
} from '../../gql/graphql.ts'
import { refetching } from '../../lib/refetching.ts'
import { toFieldDay } from '../../lib/dates.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { TextField } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { BadgeFields } from './BadgeFields.tsx'
import { weekdayNames } from './permitTexts.ts'

/** The choice that leaves the area of a permit as it is. */
const SAVED_AREA = 'saved'
/** A time field has no 24:00. */
const MIDNIGHT = '24:00'

/** The fields of the form. Empty texts stand for what is not given. */
type Draft = Required<Pick<PermitRowFragment, 'city' | 'validFrom' | 'from' | 'to'>> & {
  number: string
  validTo: string
  untilSunsetMinutes: string
  weekdays: readonly number[]
  badges: PermitRowFragment['badges']
  areaChoice: string | null
}

const emptyDraft = (): Draft => ({
  ...{
    city: '',
    number: '',
    validFrom: toFieldDay(new Date()),
    validTo: '',
    weekdays: [1, 2, 3, 4, 5, 6],
  },
  ...{ from: '09:00', to: '20:00', untilSunsetMinutes: '', badges: [], areaChoice: null },
})

const draftOf = (permit: PermitRowFragment): Draft => ({
  ...permit,
  number: permit.number ?? '',
  validTo: permit.validTo ?? '',
  to: permit.to === MIDNIGHT ? '' : permit.to,
  untilSunsetMinutes: permit.untilSunsetMinutes?.toString() ?? '',
  areaChoice: SAVED_AREA,
})

/** Adds a permit, whose area is that of a territory, or changes one. */
export function PermitDialog({ permit, onClose }: { permit: PermitRowFragment | undefined; onClose: () => void }) {
  const [draft, setDraft] = useState(() => (permit ? draftOf(permit) : emptyDraft()))
  const [errors, setErrors] = useState<{ area?: string; untilSunsetMinutes?: string }>({})
  const { data, loading } = useQuery(TerritoriesOnMapDocument, { fetchPolicy: 'cache-and-network' })
  const [save] = useMutation(SavePermitDocument, refetching(PermitsDocument))
  const territories = data?.territories.edges.map(({ node }) => node) ?? []
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }))
  const textProps = (key: 'city' | 'number' | 'validFrom' | 'validTo' | 'from' | 'to' | 'untilSunsetMinutes') => ({
    value: draft[key],
    onChange: ({ target }: { target: { value: string } }) => change({ [key]: target.value }),
  })
  const submit = async () => {
    const area =
      draft.areaChoice === SAVED_AREA ? permit!.area : territories.find(({ id }) => id === draft.areaChoice)?.area
    const minutes = draft.untilSunsetMinutes === '' ? null : Number(draft.untilSunsetMinutes)
    const faults = {
      ...(!area && { area: 'Choose the territory that the permit is about.' }),
      ...(minutes !== null && !Number.isInteger(minutes) && { untilSunsetMinutes: 'Give whole minutes.' }),
    }
    setErrors(faults)
    if (Object.keys(faults).length > 0) return false
    await save({ variables: { input: inputOf(draft, permit?.id ?? null, area, minutes) } })
    toastSuccess(permit ? 'Permit changed' : 'Permit added')
    return true
  }
  return (
    <FormDialog
      title={permit ? 'Edit Permit' : 'Add Permit'}
      description="Knocks in its area are checked by it. Days and hours are those of the company's time zone."
      onSubmit={submit}
      onClose={onClose}
      failureText="The permit was not saved. Check the connection and try again."
      action="Save Permit"
      width={560}
      className="grid gap-4"
    >
      <div className="grid gap-4 md:grid-cols-2">
        <TextField label="City" isRequired dir="auto" maxLength={200} {...textProps('city')} />
        <TextField label="Number" optional maxLength={100} {...textProps('number')} />
      </div>
      <Select
        label="Area"
        value={draft.areaChoice}
        onChange={(areaChoice) => change({ areaChoice })}
        placeholder={loading ? 'Loading territories...' : 'Choose a territory'}
        error={errors.area}
        hint={
          data && territories.length === 0
            ? 'Draw a territory around the city first.'
            : 'A copy of its outline: later changes of the territory do not change the permit.'
        }
        options={[
          ...(permit ? [{ value: SAVED_AREA, label: 'The saved area' }] : []),
          ...territories.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <div className="grid grid-cols-2 gap-4">
        <TextField label="First day" isRequired type="date" {...textProps('validFrom')} />
        <TextField label="Last day" optional type="date" min={draft.validFrom} {...textProps('validTo')} />
      </div>
      <fieldset>
        <legend className="mb-1 text-small font-[550]">Days</legend>
        <div className="flex flex-wrap gap-x-3 max-md:-ml-3 max-md:grid max-md:grid-cols-[repeat(auto-fill,minmax(5rem,1fr))]">
          {weekdayNames.map((name, index) => (
            <WeekdayCheckbox
              key={name}
              name={name}
              checked={draft.weekdays.includes(index + 1)}
              onChange={(checked) =>
                change({
                  weekdays: checked
                    ? [...draft.weekdays, index + 1].sort((one, other) => one - other)
                    : draft.weekdays.filter((weekday) => weekday !== index + 1),
                })
              }
            />
          ))}
        </div>
      </fieldset>
      <div className="grid grid-cols-2 gap-4">
        <TextField label="From" type="time" {...textProps('from')} />
        <TextField label="To" type="time" hint="Empty for midnight." {...textProps('to')} />
      </div>
      <TextField
        label="Minutes before sunset"
        optional
        type="number"
        inputMode="numeric"
        error={errors.untilSunsetMinutes}
        hint="Knocking ends so many minutes before sunset, if that is earlier."
        {...textProps('untilSunsetMinutes')}
      />
      <BadgeFields badges={draft.badges} onChange={(badges) => change({ badges })} />
    </FormDialog>
  )
}

const inputOf = (
  { city, number, validFrom, validTo, weekdays, from, to, badges }: Draft,
  id: string | null,
  area: unknown,
  untilSunsetMinutes: number | null,
): PermitInput => ({
  ...{ id, city, area, validFrom, untilSunsetMinutes },
  ...{ number: number || null, validTo: validTo || null, weekdays: [...weekdays] },
  ...{ from: from || null, to: to || null },
  badges: badges.map((badge) => ({ userId: badge.userId, number: badge.number || null })),
})

interface WeekdayCheckboxProps {
  name: string
  checked: boolean
  onChange: (checked: boolean) => void
}

const WeekdayCheckbox = ({ name, checked, onChange }: WeekdayCheckboxProps) => (
  <span className="flex items-center">
    <Checkbox label={name} checked={checked} onChange={onChange} />
    <span aria-hidden className="text-body">
      {name.slice(0, 3)}
    </span>
  </span>
)
