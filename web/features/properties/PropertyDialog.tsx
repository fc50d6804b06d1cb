import { useApolloClient, useSubscription } from '@apollo/client/react'
import { PropertiesChangedDocument, PropertyDetailsDocument, PropertyHistoryDocument } from '../../gql/graphql.ts'
import { useFreshQuery, useGone } from '../../lib/freshQuery.ts'
import { useThrottledCallback } from '../../lib/useThrottledCallback.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { PropertyEditor, type PropertyEditorProps } from './PropertyEditor.tsx'

interface PropertyDialogProps extends Omit<PropertyEditorProps, 'property'> {
  id: string
  /** Called when another user deletes the property or this user loses access to it. */
  onGone: () => void
}

/** Changes by others arrive in bursts. */
const THROTTLE_MS = 2000

/**
 * The details of a property (spec §2): editable fields, history, and actions. Unsaved edits survive a reload and an expired session.
 */
export function PropertyDialog({ id, onGone, ...editorProps }: PropertyDialogProps) {
  const { property, failed, busy, refresh } = usePropertyDetails(id, onGone)
  useLiveUpdates()
  if (property) return <PropertyEditor key={id} {...editorProps} property={property} />
  return (
    <Dialog
      onClose={editorProps.onClose}
      width={672}
      title="Property"
      footer={
        <Button size="large" onClick={editorProps.onClose}>
          Close
        </Button>
      }
    >
      {failed ? (
        <ErrorState title="Failed to fetch data" onRetry={refresh} busy={busy} />
      ) : (
        <Loading label="property" className="space-y-5 pb-40">
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-40 w-full" />
        </Loading>
      )}
    </Dialog>
  )
}

/** Refetches when others change a property. Unsaved edits are kept. */
function useLiveUpdates(): void {
  const client = useApolloClient()
  const refetchThrottled = useThrottledCallback(() => {
    void client.refetchQueries({ include: [PropertyDetailsDocument, PropertyHistoryDocument] }).catch(() => undefined)
  }, THROTTLE_MS)
  useSubscription(PropertiesChangedDocument, { onData: refetchThrottled })
}

/** Everything about one property, refetched. `onGone` is called when it is deleted or the user loses access to it. */
function usePropertyDetails(id: string, onGone: () => void) {
  const query = useFreshQuery(PropertyDetailsDocument, { id })
  const property = query.data?.property
  const isGone = useGone(query, property, onGone)
  return { property: property ?? undefined, failed: query.failed && !isGone, busy: query.busy, refresh: query.retry }
}
