import { cloneElement, lazy, use } from 'react'
import { type MenuParts, type MenuProps, type MenuRadioGroupProps, MenuPartsContext } from './menuParts.ts'
import { useFirstOpen } from './useFirstOpen.ts'

// Loaded when a menu is opened, because the menu's library is large and most screens have menus.
const load = () => import('./OpenedMenu.tsx')
const OpenedMenu = lazy(async () => ({ default: (await load()).OpenedMenu }))

/** A dropdown menu for a trigger element. Its children are the parts below. */
export function Menu(props: MenuProps) {
  const { opened, triggerProps } = useFirstOpen(load)
  if (opened) return <OpenedMenu {...props} focusFirst={opened === 'by keyboard'} />
  return cloneElement(props.trigger, { ...triggerProps, 'aria-haspopup': 'menu' } as object)
}

function useParts(): MenuParts {
  const parts = use(MenuPartsContext)
  if (!parts) throw new Error('A part of a menu must be inside a Menu.')
  return parts
}

export const MenuItem: MenuParts['MenuItem'] = (props) => {
  const parts = useParts()
  return <parts.MenuItem {...props} />
}

/** A checkbox inside a menu, which stays open. */
export const MenuCheckboxItem: MenuParts['MenuCheckboxItem'] = (props) => {
  const parts = useParts()
  return <parts.MenuCheckboxItem {...props} />
}

/** An item that opens another menu beside it. */
export const SubMenu: MenuParts['SubMenu'] = (props) => {
  const parts = useParts()
  return <parts.SubMenu {...props} />
}

/** A link to another screen. */
export const MenuLink: MenuParts['MenuLink'] = (props) => {
  const parts = useParts()
  return <parts.MenuLink {...props} />
}

export const MenuSeparator: MenuParts['MenuSeparator'] = () => {
  const parts = useParts()
  return <parts.MenuSeparator />
}

/** The heading of the items that follow. */
export const MenuLabel: MenuParts['MenuLabel'] = (props) => {
  const parts = useParts()
  return <parts.MenuLabel {...props} />
}

/** A radio group inside a menu. */
export function MenuRadioGroup<T extends string>({ onChange, ...props }: MenuRadioGroupProps<T>) {
  const parts = useParts()
  return <parts.MenuRadioGroup {...props} onChange={(next) => onChange(next as T)} />
}
