import { useState } from 'react'
import { toastSuccess } from '../../lib/toasts.ts'
import type { KnockExtras, useKnocks } from './useKnocks.ts'

/** The note and the photo of the sheet. */
export interface KnockExtrasInput {
  note: string
  changeNote: (text: string) => void
  /** Absent while no knock was logged at this house: the note then goes with the next outcome. */
  saveNote: (() => void) | undefined
  /** The photo that goes with the next outcome. */
  photo: Blob | undefined
  removePhoto: () => void
  /** Resolves once the photo is stored, or kept for the next outcome. */
  addPhoto: (photo: Blob) => Promise<void>
  /** The rep goes on writing here, so the next house must not open by itself. */
  stay: () => void
}

interface Draft {
  note: string
  photo: Blob | undefined
}

const EMPTY: Draft = { note: '', photo: undefined }

/**
 * The note and the photo for the house `doorId`. They go to the knock that was logged there last, if the rep has not left
 * since, else with the next outcome: `take` returns them, and the function that removes them once they are stored. What is
 * written at a house stays there until it is stored, and moves along by `rename` when the house is saved under another id.
 */
export function useKnockExtras(knocks: ReturnType<typeof useKnocks>, doorId: string | undefined, stay: () => void) {
  const [drafts, setDrafts] = useState<ReadonlyMap<string | undefined, Draft>>(new Map())
  const current = drafts.get(doorId) ?? EMPTY
  const lastId = knocks.lastPropertyId && (knocks.savedPropertyId(knocks.lastPropertyId) ?? knocks.lastPropertyId)
  const wasKnocked = doorId !== undefined && lastId === doorId
  const change = (edit: (draft: Draft) => Draft) =>
    setDrafts((before) => new Map(before).set(doorId, edit(before.get(doorId) ?? EMPTY)))
  /** Removes what was stored. The rep may have written more since. */
  const remove = ({ note, photo }: Draft) =>
    change((now) => ({
      note: now.note === note ? '' : now.note,
      photo: now.photo === photo ? undefined : now.photo,
    }))
  const addToKnock = async (extras: KnockExtras, said: string) => {
    // What could not be stored stays in the field. The reason was shown.
    const isStored = await knocks.addToLastKnock(extras)
    if (isStored) toastSuccess(said)
    return isStored
  }
  const saveNote = async () => {
    if (await addToKnock({ note: current.note.trim() }, 'Note added')) remove(current)
  }
  const input: KnockExtrasInput = {
    note: current.note,
    changeNote: (note) => change((now) => ({ ...now, note })),
    saveNote: wasKnocked ? () => void saveNote() : undefined,
    photo: current.photo,
    removePhoto: () => change((now) => ({ ...now, photo: undefined })),
    addPhoto: async (photo) => {
      if (wasKnocked) await addToKnock({ photo }, 'Photo added')
      else change((now) => ({ ...now, photo }))
    },
    stay,
  }
  const take = () => {
    const extras: KnockExtras = { note: current.note.trim() || undefined, photo: current.photo }
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
