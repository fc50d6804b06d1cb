import { useEffect, useMemo, useRef } from 'react'

/** Selects a row, or with Shift all rows from the one that was selected before. The functions are stable. */
export function useRangeSelection(
  keys: readonly string[],
  onSelect: ((keys: readonly string[], selected: boolean) => void) | undefined,
) {
  const latestKeys = useRef(keys)
  useEffect(() => {
    latestKeys.current = keys
  }, [keys])
  const anchor = useRef<string>(undefined)
  const hasShift = useRef(false)
  return useMemo(() => {
    const select = (key: string, selected: boolean, isRange: boolean) => {
      const all = latestKeys.current
      const [from, to] = [all.indexOf(anchor.current ?? ''), all.indexOf(key)].toSorted((a, b) => a - b) as [
        number,
        number,
      ]
      onSelect?.(isRange && from >= 0 ? all.slice(from, to + 1) : [key], selected)
      anchor.current = key
    }
    return {
      select,
      /** The change of a checkbox does not tell whether Shift is held, but the click before it does. */
      rememberShift: (event: { shiftKey: boolean }) => {
        hasShift.current = event.shiftKey
      },
      selectByCheckbox: (key: string, selected: boolean) => select(key, selected, hasShift.current),
    }
  }, [onSelect])
}
