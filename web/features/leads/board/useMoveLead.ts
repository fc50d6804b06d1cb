import { useMutation } from '@apollo/client/react'
import { useCallback, useRef, useState } from 'react'
import { SetLeadStageDocument } from '../../../gql/graphql.ts'
import { conflictOf } from '../../../lib/errors.ts'
import { toastUndo, toastWarning } from '../../../lib/toasts.ts'
import { toastFailure } from '../../../session/failureToasts.ts'
import type { LeadRow } from '../leadRanges.ts'
import { useNotifyLeadsChanged } from '../LeadsLiveProvider.tsx'
import { useSaveLeadStatus } from '../useSaveLeadStatus.ts'
import type { BoardColumn } from './boardColumns.ts'

/** A card that is shown in another column while the change is saved. */
export interface Move {
  lead: LeadRow
  from: string
  to: string
}

const NONE: ReadonlyMap<string, readonly LeadRow[]> = new Map()

/**
 * Moves cards between columns: at once on the screen, and back with a toast if the server refuses it. `reload` reads a column
 * again and resolves when its rows are on the screen. A lead whose status waits on this device, or was sent since the column was read, is
 * in the column of that status.
 */
export function useMoveLead(reload: (columnId: string) => Promise<void>) {
  const [moves, setMoves] = useState<readonly Move[]>([])
  const saveStatus = useSaveLeadStatus()
  const [setStage] = useMutation(SetLeadStageDocument)
  const notifyChanged = useNotifyLeadsChanged()
  const latest = useRef(new Map<string, Move>())
  const [leaving, setLeaving] = useState(NONE)
  const onLeaving = useCallback((columnId: string, leads: readonly LeadRow[]) => {
    setLeaving((before) =>
      leads.length === 0 && !before.has(columnId) ? before : new Map(before).set(columnId, leads),
    )
  }, [])

  const move = useCallback(
    async (lead: LeadRow, from: BoardColumn, to: BoardColumn) => {
      /** Resolves to 'waiting' if the change is in the outbox. */
      const save = (target: BoardColumn, source: BoardColumn, version?: number): Promise<unknown> =>
        target.stage || (target.status === 'CONTACTED' && source.stage)
          ? setStage({ variables: { ids: [lead.id], stageId: target.stage?.id ?? null } })
          : saveStatus(lead.id, target.status, version)
      /** A later move of the same card stays. */
      const forget = (shown: Move) => {
        if (latest.current.get(lead.id) !== shown) return
        latest.current.delete(lead.id)
        setMoves((before) => before.filter((other) => other !== shown))
      }
      const show = async (target: BoardColumn, source: BoardColumn, version?: number): Promise<boolean> => {
        const shown: Move = { lead: { ...lead, status: target.status }, from: source.id, to: target.id }
        latest.current.set(lead.id, shown)
        setMoves((before) => [...before.filter((other) => other.lead.id !== lead.id), shown])
        let isSaved = true
        try {
          if ((await save(target, source, version)) === 'waiting') {
            forget(shown)
            return false
          }
        } catch (error) {
          isSaved = false
          if (conflictOf(error)) toastWarning('Somebody else changed this lead. It is shown as they left it.')
          else toastFailure(error, 'Failed to update status')
        }
        await Promise.all([reload(source.id), reload(target.id)])
        forget(shown)
        notifyChanged()
        return isSaved
      }
      if (await show(to, from, lead.version))
        toastUndo(`Moved to ${to.name}`, () => void show(from, to), { id: `moved-${lead.id}` })
    },
    [saveStatus, setStage, reload, notifyChanged],
  )
  const moved = new Set(moves.map(({ lead }) => lead.id))
  const shown = [...leaving].flatMap(([from, leads]) =>
    leads.filter(({ id }) => !moved.has(id)).map((lead): Move => ({ lead, from, to: lead.status })),
  )
  return { moves: [...moves, ...shown], move, onLeaving }
}
