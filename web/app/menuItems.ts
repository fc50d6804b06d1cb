import {
  FileText,
  House,
  Layers,
  LayoutDashboard,
  type LucideIcon,
  Map as MapIcon,
  Newspaper,
  Users,
} from 'lucide-react'
import type { Me } from '../session/MeProvider.tsx'
import { paths } from './paths.ts'

export interface MenuItem {
  to: string
  label: string
  icon: LucideIcon
}

/** A menu item. It is shown if `isShown` returns true or is not defined. */
interface ConditionalMenuItem extends MenuItem {
  isShown?: (me: Me) => boolean
}

/** In the order of spec §2. */
const allItems: ConditionalMenuItem[] = [
  { to: paths.home, label: 'Dashboard', icon: LayoutDashboard },
  { to: paths.map, label: 'Map Search', icon: MapIcon },
  { to: paths.properties, label: 'Properties', icon: House },
  { to: paths.leads, label: 'Leads', icon: Layers },
  { to: paths.templates, label: 'Templates', icon: FileText, isShown: ({ abilities }) => abilities.manageTemplates },
  // Global admins keep this item while they view the app as a role that cannot manage users.
  { to: paths.users, label: 'Users', icon: Users, isShown: ({ abilities }) => abilities.addUsers || abilities.viewAs },
  {
    to: paths.legacyFlyer,
    label: 'Legacy Flyer',
    icon: Newspaper,
    isShown: ({ abilities, role, effectiveRole }) => abilities.viewAs && effectiveRole === role,
  },
]

/** The menu items of this user. */
export const menuItemsOf = (me: Me): MenuItem[] => allItems.filter(({ isShown }) => isShown?.(me) ?? true)
