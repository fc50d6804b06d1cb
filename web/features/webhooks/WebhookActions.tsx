import { useMutation } from '@apollo/client/react'
import { Pause, Pencil, Play, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  DeleteWebhookDocument,
  TestWebhookDocument,
  UpdateWebhookDocument,
  WebhookListDocument,
  type WebhookItemFragment,
} from '../../gql/graphql.ts'
import { toastOutcome } from '../../session/failureToasts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { disabledText, shortUrl } from './webhookTexts.ts'

/** What can be done with a webhook, and what becomes of failed deliveries. */
export function WebhookActions({ webhook, onEdit }: { webhook: WebhookItemFragment; onEdit: () => void }) {
  const { id, disabledAt, url } = webhook
  const [isDeleting, setIsDeleting] = useState(false)
  const [update, updating] = useMutation(UpdateWebhookDocument)
  const [test, testing] = useMutation(TestWebhookDocument)
  const [remove, removing] = useMutation(DeleteWebhookDocument, {
    refetchQueries: [WebhookListDocument],
    awaitRefetchQueries: true,
  })
  const setEnabled = (enabled: boolean, skipMissed = false) =>
    void toastOutcome(
      update({ variables: { id, input: { enabled, skipMissed } } }),
      enabled ? 'Webhook enabled' : 'Webhook paused',
      'Failed to change the webhook',
    )
  const confirmDelete = async () => {
    if (await toastOutcome(remove({ variables: { id } }), 'Webhook deleted', 'Failed to delete the webhook'))
      setIsDeleting(false)
  }
  return (
    <>
      <Card title={disabledAt ? 'Not sending' : 'Endpoint'} className="pb-4">
        {disabledAt && <p className="px-5 pt-1 text-small text-ink-2 max-md:px-4">{disabledText(webhook)}</p>}
        <div className="flex flex-wrap gap-2 px-5 pt-3 max-md:px-4">
          {disabledAt ? (
            <>
              <Button
                size="small"
                icon={<Play aria-hidden size={15} />}
                busy={updating.loading}
                onClick={() => setEnabled(true)}
              >
                Enable and catch up
              </Button>
              <Button size="small" busy={updating.loading} onClick={() => setEnabled(true, true)}>
                Enable from now on
              </Button>
            </>
          ) : (
            <>
              <Button
                size="small"
                icon={<Send aria-hidden size={15} />}
                busy={testing.loading}
                onClick={() => void toastOutcome(test({ variables: { id } }), 'Test sent', 'Failed to send a test')}
              >
                Send test
              </Button>
              <Button
                size="small"
                icon={<Pause aria-hidden size={15} />}
                busy={updating.loading}
                onClick={() => setEnabled(false)}
              >
                Pause
              </Button>
            </>
          )}
          <Button size="small" icon={<Pencil aria-hidden size={15} />} onClick={onEdit}>
            Edit
          </Button>
          <Button
            size="small"
            variant="destructive"
            icon={<Trash2 aria-hidden size={15} />}
            onClick={() => setIsDeleting(true)}
          >
            Delete
          </Button>
        </div>
      </Card>
      <Card title="Retries" className="pb-4">
        <p className="px-5 pt-1 text-small text-ink-2 max-md:px-4">
          5 s, 5 min, 30 min, 2 h, 5 h, 10 h. An endpoint to which nothing can be delivered for 24 hours is disabled.
        </p>
      </Card>
      {isDeleting && (
        <ConfirmDialog
          title="Delete webhook"
          busy={removing.loading}
          onConfirm={() => void confirmDelete()}
          onClose={() => setIsDeleting(false)}
        >
          Nothing more is sent to {shortUrl(url)}, and the list of its deliveries is deleted.
        </ConfirmDialog>
      )}
    </>
  )
}
