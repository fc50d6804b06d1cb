import { useCallback, useSyncExternalStore } from 'react'

/** Whether the media query matches. */
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

/**
 * Whether the window is narrower than 800 px, or low like a phone on its side: then there is one menu, tables are cards,
 * and dialogs are sheets. The variants `md` and `max-md` in styles.css are the same condition.
 */
export const useIsPhone = (): boolean => useMediaQuery(PHONE_QUERY)

const PHONE_QUERY = '(max-width: 799.98px), (max-width: 1099.98px) and (max-height: 499.98px)'

/** What the user holds or sits at, for texts such as 'Saved on this phone'. */
export const deviceName = (): 'phone' | 'computer' =>
  globalThis.matchMedia?.(PHONE_QUERY).matches === false ? 'computer' : 'phone'

/** Whether the user prefers reduced motion. */
export const useReducedMotion = (): boolean => useMediaQuery('(prefers-reduced-motion: reduce)')

/** A phone on its side, where sheets cover the left of the map. The variant `sideways` in styles.css is the same condition. */
export const SIDEWAYS_QUERY = '(max-height: 499.98px) and (min-width: 640px)'
