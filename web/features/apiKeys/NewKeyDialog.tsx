import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { ApiKeyListDocument, CreateApiKeyDocument } from '../../gql/graphql.ts'
import { toastReason } from '../../session/failureToasts.ts'
import { ShownOnceDialog } from '../../ui/ShownOnceDialog.tsx'
import { type NewKey, NewKeyForm } from './NewKeyForm.tsx'

/** Creates a key, then shows it once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const [createdKey, setCreatedKey] = useState<{ name: string; token: string } | null>(null)
  const [create] = useMutation(CreateApiKeyDocument, {
    // Keeps the secret out of the cache.
    fetchPolicy: 'no-cache',
    refetchQueries: [ApiKeyListDocument],
  })
  const submit = async (input: NewKey) => {
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
