import { Camera, X } from 'lucide-react'
import { useId, useState } from 'react'
import { toastError } from '../../lib/toasts.ts'
import { classNames } from '../../ui/classNames.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { KnockPhotoImage } from './KnockPhotoImage.tsx'
import { PhotoError, resizePhoto } from './resizePhoto.ts'

interface KnockPhotoProps {
  /** Receives a JPEG of at most 1 MB. The button is busy until the promise settles; a failure shows its message. */
  onPhoto: (photo: Blob) => void | Promise<void>
  /** The photo that goes with the next outcome, if one was taken or chosen. */
  photo: Blob | undefined
  onRemove: () => void
  /** The rep is about to take a photo. */
  onOpen: () => void
}

/** Takes a photo with the phone's camera or from its gallery, and shows it until it goes with an outcome. */
export function KnockPhoto({ onPhoto, photo, onRemove, onOpen }: KnockPhotoProps) {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const handleFile = async (file: File) => {
    setBusy(true)
    try {
      await onPhoto(await resizePhoto(file))
    } catch (error) {
      toastError(error instanceof PhotoError ? error.message : 'The photo could not be saved. Take it again.')
    } finally {
      setBusy(false)
    }
  }
  if (photo)
    return (
      <div className="flex h-13 shrink-0 items-center rounded-phone-card border border-line-2 bg-surface pl-1 shadow-control">
        <KnockPhotoImage source={{ photo }} size="size-11" />
        <button
          type="button"
          aria-label="Remove the photo"
          onClick={onRemove}
          className="flex size-12 items-center justify-center rounded-button text-ink-2 hover:text-ink"
        >
          <X aria-hidden size={20} />
        </button>
      </div>
    )
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
      Photo
      <input
        id={id}
        type="file"
        accept="image/*"
        disabled={busy}
        className="sr-only"
        onClick={onOpen}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // The same file can be chosen again.
          target.value = ''
          if (file) void handleFile(file)
        }}
      />
    </label>
  )
}
