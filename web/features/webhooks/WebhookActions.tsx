import { useMutation } from '@apollo/client/react'
import { KeyRound, Pause, Pencil, Play, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  DeleteWebhookDocument,
  RotateWebhookSecretDocument,
  TestWebhookDocument,
  UpdateWebhookDocument,
  WebhookListDocument,
  type WebhookItemFragment,
} from '../../gql/graphql.ts'
import { refetching } from '../../lib/refetching.ts'
import { toastOutcome, toastReason } from '../../session/failureToasts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { disabledText, shortUrl, typeLabel } from './webhookTexts.ts'

/** The event of a test itself. */
const TEST_TYPE = 'WebhookChanged'

interface WebhookActionsProps {
  webhook: WebhookItemFragment
  /** The event types of which a sample can be sent. */
  types: readonly string[]
  onEdit: () => void
  /** Called with the new secret, which cannot be read again. */
  onSecret: (secret: string) => void
}

/** What can be done with a webhook, and what becomes of failed deliveries. */
export function WebhookActions({ webhook, types, onEdit, onSecret }: WebhookActionsProps) {
  const { id, apiKeyId, disabledAt, url } = webhook
  const [isDeleting, setIsDeleting] = useState(false)
  const [update, updating] = useMutation(UpdateWebhookDocument)
  const [isRotating, setIsRotating] = useState(false)
  const [testType, setTestType] = useState(TEST_TYPE)
  // The secret stays out of the cache.
  const [rotate] = useMutation(RotateWebhookSecretDocument, { fetchPolicy: 'no-cache' })
  const [test, testing] = useMutation(TestWebhookDocument)
  const [remove] = useMutation(DeleteWebhookDocument, refetching(WebhookListDocument))
  const setEnabled = (enabled: boolean, skipMissed = false) =>
    void toastOutcome(
      update({ variables: { id, input: { enabled, skipMissed } } }),
      enabled ? 'Webhook enabled' : 'Webhook paused',
      'Failed to change the webhook',
    )
  const confirmRotation = async () => {
    try {
      const { data } = await rotate({ variables: { id } })
      setIsRotating(false)
      if (data) onSecret(data.rotateWebhookSecret.secret)
    } catch (error) {
      toastReason(error, 'Failed to change the secret')
    }
  }
  return (
    <>
      <Card title={disabledAt ? 'Not sending' : 'Endpoint'} className="pb-4">
        {(disabledAt || apiKeyId) && (
          <p className="px-5 pt-1 text-small text-ink-2 max-md:px-4">
            {disabledText(webhook) ?? 'An API key created it. It ends with the key.'}
          </p>
        )}
        <div className="flex flex-wrap gap-2 px-5 pt-3 max-md:px-4">
          {disabledAt ? (
            <>
              <Button size="small" icon={Play} busy={updating.loading} onClick={() => setEnabled(true)}>
                Enable and Catch Up
              </Button>
              <Button size="small" busy={updating.loading} onClick={() => setEnabled(true, true)}>
                Enable from Now On
              </Button>
            </>
          ) : (
            <>
              <Button
                size="small"
                icon={Send}
                busy={testing.loading}
                onClick={() =>
                  void toastOutcome(test({ variables: { id, type: testType } }), 'Test sent', 'Failed to send a test')
                }
              >
                Send Test
              </Button>
              <Button size="small" icon={Pause} busy={updating.loading} onClick={() => setEnabled(false)}>
                Pause
              </Button>
            </>
          )}
          <Button size="small" icon={Pencil} onClick={onEdit}>
            Edit
          </Button>
          <Button size="small" icon={KeyRound} onClick={() => setIsRotating(true)}>
            New Secret
          </Button>
          <Button size="small" variant="destructive" icon={Trash2} onClick={() => setIsDeleting(true)}>
            Delete
          </Button>
        </div>
        {!disabledAt && (
          <Select
            label="Event of the test"
            className="px-5 pt-3 max-md:px-4"
            options={[TEST_TYPE, ...types.filter((type) => type !== TEST_TYPE)].map((type) => ({
              value: type,
              label: type === TEST_TYPE ? 'The test itself' : typeLabel(type),
            }))}
            value={testType}
            onChange={setTestType}
          />
        )}
        <p className="px-5 pt-3 text-small text-ink-2 max-md:px-4">
          Retried after 5 s, 5 min, 30 min, 2 h, 5 h and 10 h. An endpoint to which nothing can be delivered for 24
          hours is disabled.
        </p>
      </Card>
      {isRotating && (
        <ConfirmDialog
          title="New Secret"
          busyLabel="Changing..."
          onConfirm={confirmRotation}
          onClose={() => setIsRotating(false)}
        >
          For 24 hours, deliveries are signed with both secrets, so that {shortUrl(url)} can change to the new one.
        </ConfirmDialog>
      )}
      {isDeleting && (
        <ConfirmDialog
          title="Delete Webhook"
          onConfirm={() =>
            toastOutcome(remove({ variables: { id } }), 'Webhook deleted', 'Failed to delete the webhook')
          }
          onClose={() => setIsDeleting(false)}
        >
          Nothing more is sent to {shortUrl(url)}, and the list of its deliveries is deleted.
        </ConfirmDialog>
      )}
    </>
  )
}
