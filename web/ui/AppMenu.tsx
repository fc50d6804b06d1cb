import { Menu as MenuIcon } from 'lucide-react'
import { createContext, useContext } from 'react'
import { IconButton } from './IconButton.tsx'

interface AppMenu {
  open: boolean
  openMenu: () => void
  closeMenu: () => void
}

const AppMenuContext = createContext<AppMenu>({ open: false, openMenu: () => undefined, closeMenu: () => undefined })

/** Given by the layout around every screen. */
export const AppMenuProvider = AppMenuContext.Provider

/** The stacked menu of a phone, to be opened from wherever a screen has room for its button. */
export const useAppMenu = (): AppMenu => useContext(AppMenuContext)

/** Three lines that open the menu: in the top bar, and in the search box of the map, into which the bar folds. */
export function MenuButton({ className }: { className?: string }) {
  const { open, openMenu } = useAppMenu()
  return (
    <IconButton
      label="Open menu"
      icon={<MenuIcon aria-hidden size={22} />}
      onClick={openMenu}
      aria-haspopup="dialog"
      aria-expanded={open}
      {...(className ? { className } : {})}
    />
  )
}
