import { useCallback, useSyncExternalStore } from 'react'

/** Whether the query holds now; the component is drawn again when that changes. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Below 800 px: stacked menu, cards for tables, sheets for dialogs. */
export const useIsPhone = (): boolean => useMediaQuery('(max-width: 799.98px)')

/** The reader asked for no travel and no scale. */
export const useReducedMotion = (): boolean => useMediaQuery('(prefers-reduced-motion: reduce)')
