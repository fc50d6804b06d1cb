import { Camera, X } from 'lucide-react'
import { useId } from 'react'
import { maxPhotosOfKnock } from '../../../api/domain/knocking/photos.ts'
import { pluralize } from '../../lib/numbers.ts'
import { toastError, toastInfo } from '../../lib/toasts.ts'
import { useBusy } from '../../lib/useBusy.ts'
import type { NewPhoto } from '../../session/outbox/outboxItems.ts'
import { classNames } from '../../ui/classNames.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { KnockPhotoImage } from './KnockPhotoImage.tsx'
import { PhotoError, resizePhoto } from './resizePhoto.ts'

interface AddPhotosProps {
  /** Receives JPEGs of at most 1 MB. The button is busy until the promise settles; a failure shows its message. */
  onPhotos: (photos: readonly Blob[]) => void | Promise<void>
  /** The number of photos that can still be added. There is no button when it is 0. */
  room: number
  /** Called when the rep opens the camera or the gallery. */
  onOpen: () => void
}

/** A button that takes a photo with the camera of the phone, or several from its gallery. */
export function AddPhotos({ onPhotos, room, onOpen }: AddPhotosProps) {
  const id = useId()
  const { busy, run } = useBusy()
  const handleFiles = async (files: readonly File[]) => {
    try {
      const photos: Blob[] = []
      // One after the other, because a phone has little memory for decoded photos.
      for (const file of files.slice(0, room)) photos.push(await resizePhoto(file))
      await onPhotos(photos)
      if (files.length > room)
        toastInfo(`A knock has at most ${maxPhotosOfKnock} photos. ${leftOut(files.length - room)}`)
    } catch (error) {
      toastError(error instanceof PhotoError ? error.message : 'The photo could not be saved. Take it again.')
    }
  }
  if (room <= 0) return null
  return (
    <label
      htmlFor={id}
      aria-busy={busy || undefined}
      className={classNames(
        'flex h-13 shrink-0 cursor-pointer items-center gap-2.5 rounded-phone-card border border-line-2 bg-surface px-4 text-[1rem] font-semibold text-ink shadow-control has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        busy && 'text-ink-3',
      )}
    >
      {busy ? <Spinner size={20} /> : <Camera aria-hidden size={20} />}
      {room < maxPhotosOfKnock ? 'Add Photo' : 'Photo'}
      <input
        id={id}
        type="file"
        accept="image/*"
        multiple
        disabled={busy}
        className="sr-only"
        onClick={onOpen}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // The same file can be chosen again.
          target.value = ''
          if (files.length > 0) void run(() => handleFiles(files))
        }}
      />
    </label>
  )
}

const leftOut = (count: number) => `${pluralize(count, 'photo')} ${count === 1 ? 'was' : 'were'} left out.`

interface WaitingPhotosProps {
  /** The photos that will be logged with the next outcome. */
  photos: readonly NewPhoto[]
  onRemove: (id: string) => void
}

/** The photos that will be logged with the next outcome, each with a button that removes it. */
export function WaitingPhotos({ photos, onRemove }: WaitingPhotosProps) {
  if (photos.length === 0) return null
  return (
    <ul aria-label="Photos of the next outcome" className="flex flex-wrap gap-2">
      {photos.map(({ id, photo }, index) => {
        const name = photos.length === 1 ? 'the photo' : `photo ${index + 1} of ${photos.length}`
        return (
          <li
            key={id}
            className="flex h-13 items-center rounded-phone-card border border-line-2 bg-surface pl-1 shadow-control"
          >
            <KnockPhotoImage source={{ photo }} name={`Open ${name}`} size="size-11" />
            <button
              type="button"
              aria-label={`Remove ${name}`}
              onClick={() => onRemove(id)}
              className="flex size-12 items-center justify-center rounded-button text-ink-2 hover:text-ink"
            >
              <X aria-hidden size={20} />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
