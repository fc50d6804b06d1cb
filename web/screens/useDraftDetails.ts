import { useMutation } from '@apollo/client/react'
import { useEffect, useRef } from 'react'
import type { LatLng } from '../features/locating/useLocate.ts'
import type { PropertyDraft } from '../features/properties/toNewPropertyInput.ts'
import { LocatePropertyDocument } from '../gql/graphql.ts'

interface DraftDetails {
  onDraft: (draft: PropertyDraft, outline?: readonly LatLng[] | null) => void
  /** The house has been saved in the meantime. */
  onSaved: (property: LatLng & { id: string }) => void
}

/**
 * Looks up the parcel of a house that was reached along the street, where only its address is known. Silent: without a
 * connection the house can be knocked at as it is.
 */
export function useDraftDetails(draft: PropertyDraft | undefined, { onDraft, onSaved }: DraftDetails): void {
  const [locate] = useMutation(LocatePropertyDocument)
  const current = useRef<string>(undefined)
  // A draft of a lookup has a source or no parcel; one along the street has not been looked up.
  const address = draft && draft.ownerSource === null && draft.parcelId === null ? draft.address : undefined
  useEffect(() => {
    current.current = draft?.address
  }, [draft?.address])
  useEffect(() => {
    if (!address || !draft) return
    void locate({ variables: { input: { address } } })
      .then(({ data }) => {
        const found = data?.locateProperty
        if (!found || current.current !== address) return
        if (found.property) onSaved(found.property)
        // The point stays, because it identifies the house until it is saved.
        else if (found.draft?.parcelId)
          onDraft({ ...found.draft, address, lat: draft.lat, lng: draft.lng }, found.outline)
      })
      .catch(() => undefined)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one lookup per house
  }, [address, locate])
}
