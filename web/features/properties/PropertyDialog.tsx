import { useApolloClient, useSubscription } from '@apollo/client/react'
import type { ReactNode } from 'react'
import {
  PropertiesChangedDocument,
  PropertyDetailsDocument,
  PropertyHistoryDocument,
  type PropertyRecordFragment,
} from '../../gql/graphql.ts'
import { useThrottledCallback } from '../../lib/useThrottledCallback.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { type LeadCreator, PropertyEditor } from './PropertyEditor.tsx'
import { usePropertyDetails } from './usePropertyDetails.ts'

export interface PropertyDialogProps {
  id: string
  onClose: () => void
  /** It was deleted here. */
  onDeleted: () => void
  /** Somebody else deleted it, or it is none of this user's any more. */
  onGone: () => void
  leads: LeadCreator
  /** A small picture of the house from above. */
  picture?: (property: PropertyRecordFragment) => ReactNode
}

/** Changes by others come in crowds. */
const THROTTLE_MS = 2000

/**
 * Everything about a saved house (spec §2): what may be changed, its history, and what can be done with it. What was
 * changed and not saved is kept when it closes, and is there when it opens again.
 */
export function PropertyDialog(props: PropertyDialogProps) {
  const { id, onClose, onGone } = props
  const { property, failed, loading, refresh: reread } = usePropertyDetails(id, onGone)
  useLiveUpdates()
  if (property) return <PropertyEditor key={id} {...props} property={property} />
  return (
    <Dialog
      open
      onClose={onClose}
      width={672}
      title="Property"
      footer={
        <Button size="large" onClick={onClose}>
          Close
        </Button>
      }
    >
      {failed ? (
        <ErrorState title="Failed to fetch data" onRetry={reread} busy={loading} />
      ) : (
        <Loading label="property" className="space-y-5 pb-40">
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-40 w-full" />
        </Loading>
      )}
    </Dialog>
  )
}

/** Another's change shows while the dialog is open; what is being typed stays. */
function useLiveUpdates(): void {
  const client = useApolloClient()
  const refetchThrottled = useThrottledCallback(() => {
    void client.refetchQueries({ include: [PropertyDetailsDocument, PropertyHistoryDocument] }).catch(() => undefined)
  }, THROTTLE_MS)
  useSubscription(PropertiesChangedDocument, { onData: refetchThrottled })
}
