import { Eye, PenLine } from 'lucide-react'
import { useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { useMutation } from '@apollo/client/react'
import {
  ApiKeyListDocument,
  type ApiKeyScope,
  CreateApiKeyDocument,
  type CreateApiKeyInput,
} from '../../gql/graphql.ts'
import { useFields } from '../../lib/useFields.ts'
import { notBlank } from '../../domain/accountRules.ts'
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
  const { field, control, submit } = useFields<KeyFields>({ name: '', scope: 'READ', lifetime: '90', day: '' })
  const untilDay = useWatch({ control, name: 'lifetime' }) === 'DATE'
  const send = submit(({ name, scope, lifetime, day }) =>
    onSubmit({ name: name.trim(), scope, ...expiryInput(lifetime, day) }),
  )
  return (
    <FormDialog
      onSubmit={send}
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
        hint="What the key is for. The activity log shows it."
        {...field('name', notBlank('Name is required'))}
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
            {...field('day', { validate: (day) => !untilDay || (validateDay(day, now) ?? true) })}
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
