import { useState } from 'react'
import { toastSuccess } from '../../lib/toasts.ts'
import type { KnockExtras, useKnocks } from './useKnocks.ts'

/** The note and the photo of the sheet. */
export interface KnockExtrasInput {
  note: string
  changeNote: (text: string) => void
  /** Absent while no knock was logged at this house: the note then goes with the next outcome. */
  saveNote: (() => void) | undefined
  hasPhoto: boolean
  /** Resolves once the photo is stored, or kept for the next outcome. */
  addPhoto: (photo: Blob) => Promise<void>
  /** The rep goes on writing here, so the next house must not open by itself. */
  stay: () => void
}

interface Draft {
  doorId: string | undefined
  note: string
  photo: Blob | undefined
}

/**
 * The note and the photo for the house `doorId`. They go to the knock that was logged there last, if the rep has not left
 * since, else with the next outcome: `take` returns them and empties the fields.
 */
export function useKnockExtras(knocks: ReturnType<typeof useKnocks>, doorId: string | undefined, stay: () => void) {
  const [draft, setDraft] = useState<Draft>({ doorId, note: '', photo: undefined })
  const current = draft.doorId === doorId ? draft : { doorId, note: '', photo: undefined }
  const lastId = knocks.lastPropertyId && (knocks.savedPropertyId(knocks.lastPropertyId) ?? knocks.lastPropertyId)
  const wasKnocked = doorId !== undefined && lastId === doorId
  const addToKnock = async (extras: KnockExtras, said: string) => {
    // What could not be stored stays in the field. The reason was shown.
    if (await knocks.addToLastKnock(extras)) {
      setDraft({ doorId, note: '', photo: undefined })
      toastSuccess(said)
    }
  }
  const input: KnockExtrasInput = {
    note: current.note,
    changeNote: (note) => setDraft({ ...current, note }),
    saveNote: wasKnocked ? () => void addToKnock({ note: current.note.trim() }, 'Note added') : undefined,
    hasPhoto: current.photo !== undefined,
    addPhoto: async (photo) => {
      if (wasKnocked) await addToKnock({ photo }, 'Photo added')
      else setDraft({ ...current, photo })
    },
    stay,
  }
  const take = (): KnockExtras => ({ note: current.note.trim() || undefined, photo: current.photo })
  const clear = () => setDraft({ doorId, note: '', photo: undefined })
  return { input, take, clear }
}
