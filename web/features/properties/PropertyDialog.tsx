import { useApolloClient, useSubscription } from '@apollo/client/react'
import type { ReactNode } from 'react'
import {
  PropertiesChangedDocument,
  PropertyDetailsDocument,
  PropertyHistoryDocument,
  type PropertyRecordFragment,
} from '../../gql/graphql.ts'
import { useGathered } from '../../lib/useGathered.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { type LeadMaker, PropertyEditor } from './PropertyEditor.tsx'
import { usePropertyDetails } from './usePropertyDetails.ts'

export interface PropertyDialogProps {
  id: string
  onClose: () => void
  /** It was deleted here. */
  onDeleted: () => void
  /** Somebody else deleted it, or it is none of this user's any more. */
  onGone: () => void
  leads: LeadMaker
  /** A small picture of the house from above. */
  picture?: (house: PropertyRecordFragment) => ReactNode
}

/** Changes by others come in crowds. */
const GATHER = 2000

/**
 * Everything about a saved house (spec §2): what may be changed, its history, and what can be done with it. What was
 * changed and not saved is kept when it closes, and is there when it opens again.
 */
export function PropertyDialog(props: PropertyDialogProps) {
  const { id, onClose, onGone } = props
  const { property, failed, loading, reread } = usePropertyDetails(id, onGone)
  useLiveDetails()
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
        <Loading what="property" className="space-y-5 pb-40">
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-40 w-full" />
        </Loading>
      )}
    </Dialog>
  )
}

/** Another's change shows while the dialog is open; what is being typed stays. */
function useLiveDetails(): void {
  const client = useApolloClient()
  const changed = useGathered(() => {
    void client.refetchQueries({ include: [PropertyDetailsDocument, PropertyHistoryDocument] }).catch(() => undefined)
  }, GATHER)
  useSubscription(PropertiesChangedDocument, { onData: changed })
}
