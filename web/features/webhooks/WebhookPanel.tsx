import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { WebhookEventTypesDocument, WebhookListDocument, WebhooksChangedDocument } from '../../gql/graphql.ts'
import { useLiveQuery } from '../../lib/liveQuery.ts'
import { useMediaQuery } from '../../lib/useMediaQuery.ts'
import { useFailureToast } from '../../session/failureToasts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { classNames } from '../../ui/classNames.ts'
import { Drawer } from '../../ui/Drawer.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'
import { ShownOnceDialog } from '../../ui/ShownOnceDialog.tsx'
import { DeliveryDetail } from './DeliveryDetail.tsx'
import { DeliveryTable } from './DeliveryTable.tsx'
import { WebhookActions } from './WebhookActions.tsx'
import { WebhookCards } from './WebhookCards.tsx'
import { WebhookFormDialog } from './WebhookFormDialog.tsx'

const FAILED = 'Failed to fetch the webhooks'
const THREE_COLUMNS_QUERY = '(min-width: 1400px)'

interface WebhookPanelProps {
  /** Whether the dialog that adds an endpoint is open. */
  isCreating: boolean
  setCreating: (isCreating: boolean) => void
}

/** The webhooks, the deliveries of the selected one, and the selected delivery beside them; over them on small screens. */
export function WebhookPanel({ isCreating, setCreating }: WebhookPanelProps) {
  const hasThreeColumns = useMediaQuery(THREE_COLUMNS_QUERY)
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const [deliveryId, setDeliveryId] = useState<string | null>(null)
  const [isEditing, setIsEditing] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const { data, error, failed, busy, retry } = useLiveQuery(
    WebhookListDocument,
    WebhooksChangedDocument,
    {},
    ({ webhooksChanged }) => ({ webhooks: webhooksChanged }),
  )
  const { data: typeData } = useQuery(WebhookEventTypesDocument)
  useFailureToast(error, FAILED)
  const types = typeData?.webhookEventTypes ?? []
  const webhooks = data?.webhooks
  const selected = webhooks?.find(({ id }) => id === selectedId) ?? webhooks?.[0]
  const select = (id: string) => {
    setSelectedId(id)
    setDeliveryId(null)
  }
  return (
    <>
      {!webhooks ? (
        <Card>
          <LoadingOrError
            query={{ failed, busy, retry }}
            failure={FAILED}
            label="webhooks"
            rows={3}
            cells={['h-3 w-60', 'h-5 w-24']}
            rowClass="h-14 gap-6"
          />
        </Card>
      ) : !selected ? (
        <Card>
          <EmptyState
            title="No webhooks yet"
            hint="Add an endpoint, and your systems hear about changes."
            action={<Button onClick={() => setCreating(true)}>Add First Endpoint</Button>}
          />
        </Card>
      ) : (
        <div
          className={classNames(
            'grid grid-cols-1 items-start gap-3 md:grid-cols-[minmax(0,332px)_minmax(0,1fr)]',
            // Beside the drawer of the delivery where there is room for both.
            deliveryId && 'min-[1280px]:max-[1399px]:pr-[404px] min-[1400px]:grid-cols-[332px_minmax(0,1fr)_372px]',
          )}
        >
          <div className="grid grid-cols-1 gap-2.5">
            <WebhookCards webhooks={webhooks} selectedId={selected.id} onSelect={select} />
            <WebhookActions
              key={selected.id}
              webhook={selected}
              types={types}
              onEdit={() => setIsEditing(true)}
              onSecret={setSecret}
            />
          </div>
          <DeliveryTable
            key={selected.id}
            webhook={selected}
            types={types}
            selectedId={deliveryId}
            onSelect={setDeliveryId}
          />
          {hasThreeColumns && deliveryId && (
            <Card>
              <DeliveryDetail key={deliveryId} id={deliveryId} webhook={selected} />
            </Card>
          )}
          {!hasThreeColumns && deliveryId && (
            <Drawer title="Delivery" onClose={() => setDeliveryId(null)}>
              <DeliveryDetail key={deliveryId} id={deliveryId} webhook={selected} />
            </Drawer>
          )}
        </div>
      )}
      {(isCreating || (isEditing && selected)) && (
        <WebhookFormDialog
          webhook={isCreating ? null : (selected ?? null)}
          types={types}
          onClose={() => {
            setIsEditing(false)
            setCreating(false)
          }}
          onCreated={(id, created) => {
            setCreating(false)
            select(id)
            setSecret(created)
          }}
        />
      )}
      {secret && (
        <ShownOnceDialog
          title="Signing Secret"
          description="Your system verifies with it that a delivery comes from Porchlight."
          label="Secret"
          value={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  )
}
