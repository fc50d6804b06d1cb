import { Eye, PenLine } from 'lucide-react'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import type { ApiKeyScope, CreateApiKeyInput } from '../../gql/graphql.ts'
import { ChoiceCard, ChoiceGroup } from '../../ui/ChoiceCard.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { validateDay, allowedDays, expiryInput, type Lifetime, lifetimes } from './expiry.ts'

export type NewKey = CreateApiKeyInput

interface KeyFields {
  name: string
  scope: ApiKeyScope
  lifetime: Lifetime
  day: string
}

/** The name, scope and expiry of a new key. */
export function NewKeyForm({ onSubmit, onClose }: { onSubmit: (key: NewKey) => Promise<void>; onClose: () => void }) {
  const [now] = useState(() => new Date())
  const days = allowedDays(now)
  const { register, control, handleSubmit, formState } = useForm<KeyFields>({
    defaultValues: { name: '', scope: 'READ', lifetime: '90', day: '' },
  })
  const { errors } = formState
  const untilDay = useWatch({ control, name: 'lifetime' }) === 'DATE'
  const submit = handleSubmit(({ name, scope, lifetime, day }) =>
    onSubmit({ name: name.trim(), scope, ...expiryInput(lifetime, day) }),
  )
  return (
    <FormDialog
      onSubmit={submit}
      onClose={onClose}
      title="Create API Key"
      description="It acts for you, with the permissions you have at that moment."
      action="Create Key"
      busyAction="Creating..."
      className="grid gap-5"
    >
      <TextField
        label="Name"
        isRequired
        maxLength={200}
        autoComplete="off"
        hint={errors.name ? undefined : 'What the key is for. The activity log shows it.'}
        error={errors.name?.message}
        {...register('name', { validate: (value) => value.trim() !== '' || 'Name is required' })}
      />
      <Controller
        control={control}
        name="scope"
        render={({ field }) => (
          <ChoiceGroup
            label="Access"
            value={field.value}
            onChange={(value) => field.onChange(value ?? 'READ')}
            className="md:grid-cols-2"
          >
            <ChoiceCard value="READ" icon={<Eye aria-hidden size={18} />} description="Queries, subscriptions, GET">
              Read only
            </ChoiceCard>
            <ChoiceCard value="FULL" icon={<PenLine aria-hidden size={18} />} description="Everything you may do">
              Full access
            </ChoiceCard>
          </ChoiceGroup>
        )}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <Controller
          control={control}
          name="lifetime"
          render={({ field }) => (
            <Select label="Expiry" options={lifetimes} value={field.value} onChange={field.onChange} />
          )}
        />
        {untilDay && (
          <TextField
            label="Last Day"
            type="date"
            min={days.first}
            max={days.last}
            error={errors.day?.message}
            {...register('day', { validate: (day) => !untilDay || (validateDay(day, now) ?? true) })}
          />
        )}
      </div>
    </FormDialog>
  )
}
