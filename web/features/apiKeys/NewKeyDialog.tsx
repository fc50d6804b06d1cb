import { Eye, PenLine } from 'lucide-react'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useMutation } from '@apollo/client/react'
import {
  ApiKeyListDocument,
  type ApiKeyScope,
  CreateApiKeyDocument,
  type CreateApiKeyInput,
} from '../../gql/graphql.ts'
import { ChoiceCard, ChoiceGroup } from '../../ui/ChoiceCard.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { toastReason } from '../../session/failureToasts.ts'
import { ShownOnceDialog } from '../../ui/ShownOnceDialog.tsx'
import { allowedDays, expiryInput, type Lifetime, lifetimes, validateDay } from './expiry.ts'

interface KeyFields {
  name: string
  scope: ApiKeyScope
  lifetime: Lifetime
  day: string
}

/** The name, scope and expiry of a new key. */
function NewKeyForm({
  onSubmit,
  onClose,
}: {
  onSubmit: (key: CreateApiKeyInput) => Promise<void>
  onClose: () => void
}) {
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

/** Creates a key, then shows it once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const [createdKey, setCreatedKey] = useState<{ name: string; token: string } | null>(null)
  const [create] = useMutation(CreateApiKeyDocument, {
    // Keeps the secret out of the cache.
    fetchPolicy: 'no-cache',
    refetchQueries: [ApiKeyListDocument],
  })
  const submit = async (input: CreateApiKeyInput) => {
    try {
      const { data } = await create({ variables: { input } })
      if (data) setCreatedKey({ name: input.name, token: data.createApiKey.token })
    } catch (error) {
      toastReason(error, 'Failed to create the API key')
    }
  }
  return createdKey ? (
    <CreatedKeyDialog {...createdKey} onClose={onClose} />
  ) : (
    <NewKeyForm onSubmit={submit} onClose={onClose} />
  )
}

/** Shows a new key with how it is sent. */
function CreatedKeyDialog({ name, token, onClose }: { name: string; token: string; onClose: () => void }) {
  return (
    <ShownOnceDialog title="Your New API Key" description={name} label="API Key" value={token} onClose={onClose}>
      <p className="text-small text-ink-2">
        Send it as <code className="font-mono text-ink">Authorization: Bearer {token.slice(0, 4)}…</code> with every
        call.
      </p>
    </ShownOnceDialog>
  )
}
