import { useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { maxPhotosOfKnock } from '../../../api/domain/knocking/photos.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import type { NewPhoto } from '../../session/outbox/outboxItems.ts'
import type { KnockExtras } from './knockItems.ts'
import type { useKnocks } from './useKnocks.ts'

/** The note and the photos of the sheet. */
export interface KnockExtrasInput {
  note: string
  changeNote: (text: string) => void
  /** Absent while no knock was logged at this house: the note then goes with the next outcome. */
  saveNote: (() => void) | undefined
  /** The photos that will be logged with the next outcome. */
  photos: readonly NewPhoto[]
  removePhoto: (id: string) => void
  /** The number of photos that can still be added. */
  roomForPhotos: number
  /** Adds photos to the knock that was just logged here, or keeps them for the next outcome. Resolves when that is done. */
  addPhotos: (photos: readonly Blob[]) => Promise<void>
  /** The rep goes on writing here, so the next house must not open by itself. */
  stay: () => void
}

interface Draft {
  note: string
  photos: readonly NewPhoto[]
}

const EMPTY: Draft = { note: '', photos: [] }

/**
 * The note and the photos for the house `doorId`. They go to the knock that was logged there last, if the rep has not left
 * since, else with the next outcome: `take` returns them, and the function that removes them once they are stored. What is
 * written at a house stays there until it is stored, and moves along by `rename` when the house is saved under another id.
 */
export function useKnockExtras(
  knocks: Pick<ReturnType<typeof useKnocks>, 'addToLastKnock' | 'lastKnock'>,
  doorId: string | undefined,
  stay: () => void,
) {
  const [drafts, setDrafts] = useState<ReadonlyMap<string | undefined, Draft>>(new Map())
  const current = drafts.get(doorId) ?? EMPTY
  const knockHere = knocks.lastKnock?.propertyId === doorId ? knocks.lastKnock : undefined
  const change = (edit: (draft: Draft) => Draft) =>
    setDrafts((before) => new Map(before).set(doorId, edit(before.get(doorId) ?? EMPTY)))
  /** Removes the note and the photos that were stored, but not what the rep has added since. */
  const remove = ({ note, photos }: Draft) =>
    change((now) => ({
      note: now.note === note ? '' : now.note,
      photos: now.photos.filter((photo) => !photos.includes(photo)),
    }))
  const addToKnock = async (extras: KnockExtras, said: string) => {
    // What could not be stored stays in the field. The reason was shown.
    const isStored = await knocks.addToLastKnock(extras)
    if (isStored) toastSuccess(said)
    return isStored
  }
  const saveNote = async () => {
    const note = current.note.trim()
    if (await addToKnock({ note }, 'Note added')) remove({ note: current.note, photos: [] })
  }
  const input: KnockExtrasInput = {
    note: current.note,
    changeNote: (note) => change((now) => ({ ...now, note })),
    saveNote: knockHere ? () => void saveNote() : undefined,
    photos: current.photos,
    removePhoto: (id) => change((now) => ({ ...now, photos: now.photos.filter((photo) => photo.id !== id) })),
    roomForPhotos: maxPhotosOfKnock - (knockHere?.photoCount ?? current.photos.length),
    addPhotos: async (added) => {
      const photos = added.map((photo) => ({ id: uuidv7(), photo }))
      if (knockHere) await addToKnock({ photos }, photos.length === 1 ? 'Photo added' : 'Photos added')
      else change((now) => ({ ...now, photos: [...now.photos, ...photos].slice(0, maxPhotosOfKnock) }))
    },
    stay,
  }
  const take = () => {
    const photos = current.photos.length > 0 ? current.photos : undefined
    const extras: KnockExtras = { note: current.note.trim() || undefined, photos }
    return { extras, remove: () => remove(current) }
  }
  const rename = (from: string, to: string) =>
    setDrafts((before) => {
      const draft = before.get(from)
      if (!draft) return before
      const after = new Map(before).set(to, draft)
      after.delete(from)
      return after
    })
  return { input, take, rename }
}
