import { cloneElement, createElement, type FunctionComponent, lazy, type ReactNode, use } from 'react'
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

/** The part of that name of the library's menu, which is loaded when a menu is opened. */
const partOf =
  <Props extends object>(name: keyof MenuParts): FunctionComponent<Props> =>
  (props) => {
    const parts = use(MenuPartsContext)
    if (!parts) throw new Error('A part of a menu must be inside a Menu.')
    return createElement(parts[name] as FunctionComponent<Props>, props)
  }

export const MenuItem: MenuParts['MenuItem'] = partOf('MenuItem')

/** A checkbox inside a menu, which stays open. */
export const MenuCheckboxItem: MenuParts['MenuCheckboxItem'] = partOf('MenuCheckboxItem')

/** An item that opens another menu beside it. */
export const SubMenu: MenuParts['SubMenu'] = partOf('SubMenu')

/** A link to another screen. */
export const MenuLink: MenuParts['MenuLink'] = partOf('MenuLink')

export const MenuSeparator: MenuParts['MenuSeparator'] = partOf('MenuSeparator')

/** The heading of the items that follow. */
export const MenuLabel: MenuParts['MenuLabel'] = partOf('MenuLabel')

/** A radio group inside a menu. */
export const MenuRadioGroup = partOf('MenuRadioGroup') as <T extends string>(props: MenuRadioGroupProps<T>) => ReactNode
