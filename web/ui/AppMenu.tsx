import { Menu as MenuIcon } from 'lucide-react'
import { createContext, type ReactNode, useContext } from 'react'
import { IconButton } from './IconButton.tsx'

interface AppMenu {
  open: boolean
  openMenu: () => void
  closeMenu: () => void
  /** The note of the top bar, for screens that have their own header on a phone. */
  note?: ReactNode
  /** On a phone the place in the top bar for the title of the screen; null while there is none. */
  titlePlace?: HTMLElement | null
  setTitlePlace?: (place: HTMLElement | null) => void
  /** The same for the buttons of the screen. */
  actionPlace?: HTMLElement | null
  setActionPlace?: (place: HTMLElement | null) => void
}

const AppMenuContext = createContext<AppMenu>({ open: false, openMenu: () => undefined, closeMenu: () => undefined })

/** Set by the layout. */
export const AppMenuProvider = AppMenuContext.Provider

/** The phone menu, which any screen can open. */
export const useAppMenu = (): AppMenu => useContext(AppMenuContext)

/** The button that opens the phone menu, in the top bar and in the search box of the map. */
export function MenuButton({ className }: { className?: string }) {
  const { open, openMenu } = useAppMenu()
  return (
    <IconButton
      label="Open menu"
      icon={MenuIcon}
      iconSize={22}
      onClick={openMenu}
      aria-haspopup="dialog"
      aria-expanded={open}
      className={className}
    />
  )
}
