import { LayoutDashboard, type LucideIcon, Map as MapIcon } from 'lucide-react'
import { homePathFor } from '../session/homePath.ts'
import type { Me } from '../session/MeProvider.tsx'
import { paths } from './paths.ts'

export interface MenuItem {
  to: string
  label: string
  icon: LucideIcon
}

/** What the menu shows this person, in the order of spec §2. */
export function menuItemsFor(me: Me): MenuItem[] {
  const dashboard = { to: paths.home, label: 'Dashboard', icon: LayoutDashboard }
  const map = { to: paths.map, label: 'Map Search', icon: MapIcon }
  return homePathFor(me) === paths.home ? [dashboard, map] : [map]
}
