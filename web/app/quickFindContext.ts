import { createContext, useContext } from 'react'

interface QuickFind {
  openQuickFind: () => void
  openHelp: () => void
}

const QuickFindContext = createContext<QuickFind>({ openQuickFind: () => undefined, openHelp: () => undefined })

/** Set by `QuickFindProvider`. */
export const QuickFindContextProvider = QuickFindContext.Provider

/** Functions that open Quick find and the keyboard help, for the top bar and the menus. */
export const useQuickFind = (): QuickFind => useContext(QuickFindContext)
