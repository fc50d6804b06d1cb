import { useCallback } from 'react'
import { conflictOf } from '../../../lib/errors.ts'
import { toastUndo, toastWarning } from '../../../lib/toasts.ts'
import { toastFailure } from '../../../session/failureToasts.ts'
import type { LeadRow } from '../leadRanges.ts'
import { useNotifyLeadsChanged } from '../LeadsLiveProvider.tsx'
import { useSaveLeadStage } from '../useSaveLeadStage.ts'
import { useSaveLeadStatus } from '../useSaveLeadStatus.ts'
import type { BoardColumn } from './boardColumns.ts'

/**
 * Moves a card to another column, which shows it at once: by the overlay, until the server refuses it or both columns have read it.
 * `reload` reads a column again and resolves when its rows are on the screen.
 */
export function useMoveLead(reload: (columnId: string) => Promise<void>) {
  const saveStatus = useSaveLeadStatus()
  const saveStage = useSaveLeadStage()
  const notifyChanged = useNotifyLeadsChanged()
  return useCallback(
    async (lead: LeadRow, from: BoardColumn, to: BoardColumn) => {
      /** Resolves to whether the server has it. */
      const save = async (target: BoardColumn, source: BoardColumn, version?: number): Promise<boolean> => {
        const isStage = target.stage || (target.status === 'CONTACTED' && source.stage)
        const saved: Promise<unknown> = isStage
          ? saveStage(lead.id, target.stage)
          : saveStatus(lead.id, target.status, version)
        let isSaved = true
        try {
          if ((await saved) === 'waiting') return false
        } catch (error) {
          isSaved = false
          if (conflictOf(error)) toastWarning('Somebody else changed this lead. It is shown as they left it.')
          else toastFailure(error, 'Failed to update status')
        }
        await Promise.all([reload(source.id), reload(target.id)])
        notifyChanged()
        return isSaved
      }
      if (await save(to, from, lead.version))
        toastUndo(`Moved to ${to.name}`, () => void save(from, to), { id: `moved-${lead.id}` })
    },
    [saveStatus, saveStage, reload, notifyChanged],
  )
}
