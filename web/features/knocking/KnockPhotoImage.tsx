import { useEffect, useState } from 'react'
import { useRestClient } from '../../session/person/useRestClient.ts'

/** A photo of a knock: on the server by its id, or on this device. */
export type KnockPhotoSource = { photoId: string } | { photo: Blob }

interface KnockPhotoImageProps {
  source: KnockPhotoSource
  /** The accessible name of the link. */
  name: string
  size?: string
}

/** A small picture of the photo of a knock, which opens it in a new tab. Renders nothing until it is loaded. */
export function KnockPhotoImage({ source, name, size = 'size-14' }: KnockPhotoImageProps) {
  const url = usePhotoUrl(source)
  if (!url) return null
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className={`${size} shrink-0 overflow-hidden rounded-button bg-sunken`}
    >
      <img src={url} alt={name} className="size-full object-cover" />
    </a>
  )
}

/** A URL for the page. The server gives photos only with the credentials of the session, so they are fetched. */
function usePhotoUrl(source: KnockPhotoSource): string | undefined {
  const callRest = useRestClient()
  const [url, setUrl] = useState<string>()
  const [photoId, photo] = 'photo' in source ? [undefined, source.photo] : [source.photoId, undefined]
  useEffect(() => {
    let isShown = true
    let created: string | undefined
    const show = (blob: Blob) => {
      if (!isShown) return
      created = URL.createObjectURL(blob)
      setUrl(created)
    }
    if (photo) show(photo)
    else
      callRest(`/photos/${photoId}`)
        .then(async (response) => show(await response.blob()))
        .catch(() => undefined)
    return () => {
      isShown = false
      if (created) URL.revokeObjectURL(created)
    }
  }, [callRest, photoId, photo])
  return url
}
