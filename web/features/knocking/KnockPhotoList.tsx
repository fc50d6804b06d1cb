import type { KnockSummaryFragment } from '../../gql/graphql.ts'
import { formatTime } from '../../lib/dates.ts'
import type { NewPhoto } from '../../session/outbox/outboxItems.ts'
import { KnockPhotoImage } from './KnockPhotoImage.tsx'

/** What is shown of the photos of a knock. */
export interface KnockPhotos extends Pick<KnockSummaryFragment, 'photoIds' | 'occurredAt'> {
  /** Photos that are not uploaded yet. They follow those in `photoIds`. */
  photos?: readonly NewPhoto[] | undefined
}

/** The photos of a knock, each of which opens in a new tab. Renders nothing without one. */
export function KnockPhotoList({ photoIds: uploaded, photos = [], occurredAt }: KnockPhotos) {
  // Undefined in an answer that was stored on this device by an earlier release.
  const photoIds = (uploaded as typeof uploaded | undefined) ?? []
  const sources = [
    ...photoIds.map((photoId) => ({ key: photoId, photoId })),
    ...photos.map(({ id, photo }) => ({ key: id, photo })),
  ]
  if (sources.length === 0) return null
  return (
    <div className="mt-1.5 flex flex-wrap gap-2">
      {sources.map(({ key, ...source }, index) => (
        <KnockPhotoImage
          key={key}
          source={source}
          name={`${sources.length > 1 ? `Photo ${index + 1} of ${sources.length}, taken` : 'Taken'} at ${formatTime(occurredAt)}`}
        />
      ))}
    </div>
  )
}
