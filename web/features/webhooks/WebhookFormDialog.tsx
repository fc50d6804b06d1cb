import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import {
  CreateWebhookDocument,
  UpdateWebhookDocument,
  WebhookListDocument,
  type WebhookItemFragment,
} from '../../gql/graphql.ts'
import { fieldErrorOf } from '../../lib/errors.ts'
import { refetching } from '../../lib/refetching.ts'
import { toastReason } from '../../session/failureToasts.ts'
import { TextField } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { toastSuccess } from '../../lib/toasts.ts'
import { groupTypes, typeLabel } from './webhookTexts.ts'

interface WebhookFormDialogProps {
  /** The webhook to change; a new one if it is null. */
  webhook: WebhookItemFragment | null
  types: readonly string[]
  onClose: () => void
  onCreated: (id: string, secret: string) => void
}

/** The URL and the event types of a webhook. */
export function WebhookFormDialog({ webhook, types, onClose, onCreated }: WebhookFormDialogProps) {
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [chosen, setChosen] = useState<readonly string[]>(webhook?.types ?? [])
  const [problem, setProblem] = useState<{ url?: string; types?: string }>({})
  // The secret stays out of the cache.
  const [create] = useMutation(CreateWebhookDocument, {
    fetchPolicy: 'no-cache',
    ...refetching(WebhookListDocument),
  })
  const [update] = useMutation(UpdateWebhookDocument)
  const submit = async () => {
    const found = {
      ...(url.trim() ? {} : { url: 'URL is required' }),
      ...(chosen.length > 0 ? {} : { types: 'Choose at least one event type' }),
    }
    setProblem(found)
    if (Object.keys(found).length > 0) return
    const input = { url: url.trim(), types: [...chosen] }
    try {
      if (webhook) {
        await update({ variables: { id: webhook.id, input } })
        toastSuccess('Webhook saved')
        onClose()
      } else {
        const { data } = await create({ variables: { input } })
        if (data) onCreated(data.createWebhook.webhook.id, data.createWebhook.secret)
      }
    } catch (error) {
      const refused = fieldErrorOf(error, 'url')
      if (refused) setProblem({ url: refused })
      else toastReason(error, 'Failed to save the webhook')
    }
  }
  const isAll = chosen.includes('*')
  const toggle = (type: string, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen.filter((other) => other !== '*'), type] : chosen.filter((other) => other !== type))
  return (
    <FormDialog
      onSubmit={submit}
      onClose={onClose}
      title={webhook ? 'Edit Endpoint' : 'Add Endpoint'}
      description="Events are posted to it as they happen, signed with a secret of its own."
      action={webhook ? 'Save' : 'Add Endpoint'}
      className="grid gap-5"
    >
      <TextField
        label="URL"
        isRequired
        type="url"
        inputMode="url"
        maxLength={2048}
        placeholder="https://hooks.example.com/porchlight"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        error={problem.url}
      />
      <fieldset>
        <legend className="mb-1.5 text-small font-[550]">Events</legend>
        {problem.types && (
          <p role="alert" className="mb-1.5 text-small text-bad">
            {problem.types}
          </p>
        )}
        <TypeOption label="All events" checked={isAll} onChange={(isChosen) => setChosen(isChosen ? ['*'] : [])} />
        <div className="mt-1 max-h-72 overflow-y-auto border-t border-line">
          {groupTypes(types).map((group) => (
            <fieldset key={group.title} className="grid gap-x-4 pt-3 sm:grid-cols-2">
              <legend className="sr-only">{group.title}</legend>
              <p aria-hidden className="text-small font-[550] text-ink-2 sm:col-span-2">
                {group.title}
              </p>
              {group.types.map((type) => (
                <TypeOption
                  key={type}
                  label={typeLabel(type)}
                  checked={isAll || chosen.includes(type)}
                  onChange={(isChosen) => toggle(type, isChosen)}
                />
              ))}
            </fieldset>
          ))}
        </div>
      </fieldset>
    </FormDialog>
  )
}

interface TypeOptionProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

function TypeOption({ label, checked, onChange }: TypeOptionProps) {
  return (
    <label className="flex min-h-8 items-center gap-2.5 text-body max-md:min-h-12">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-[18px] shrink-0 accent-ink max-md:size-[22px]"
      />
      {label}
    </label>
  )
}
