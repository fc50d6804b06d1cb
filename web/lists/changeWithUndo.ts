import { toastUndo } from '../lib/toasts.ts'
import { toastOutcome, toastReason } from '../session/failureToasts.ts'

interface ManyChanges<Value> {
  value: Value
  /** What the rows have before the change, by their ids. */
  readBefore: () => ReadonlyMap<string, Value> | Promise<ReadonlyMap<string, Value>>
  save: (ids: readonly string[], value: Value) => Promise<unknown>
  /** Called after the change, and after it was undone. */
  onChanged: () => void
  done: string
  failed: string
  showFailure?: (error: unknown, message: string) => void
}

/**
 * Sets one value of many rows. The toast offers to undo that, with one request for each value that they had. Resolves to whether the
 * change is saved.
 */
export async function changeWithUndo<Value>(
  ids: readonly string[],
  { value, readBefore, save, onChanged, done, failed, showFailure = toastReason }: ManyChanges<Value>,
): Promise<boolean> {
  try {
    const before = await readBefore()
    await save(ids, value)
    const undo = async () => {
      const changed = [...before].filter(([, previous]) => previous !== value)
      for (const [previous, entries] of Map.groupBy(changed, ([, valueBefore]) => valueBefore))
        await save(
          entries.map(([id]) => id),
          previous,
        )
    }
    toastUndo(done, () => void toastOutcome(undo(), 'Change undone', failed).then(onChanged))
  } catch (error) {
    showFailure(error, failed)
    return false
  }
  onChanged()
  return true
}
