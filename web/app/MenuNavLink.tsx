import { Link, type LinkProps, useLocation } from 'react-router-dom'
import { useMe } from '../session/person/MeProvider.tsx'
import type { MenuItem } from './menuItems.ts'
import { paths } from './paths.ts'

/** A link of the main menu, which says whether its screen is the current one. At /admin an admin sees their dashboard, too. */
export function MenuNavLink({ item, ...link }: { item: MenuItem } & Omit<LinkProps, 'to'>) {
  const { pathname } = useLocation()
  const { effectiveRole } = useMe()
  const current = effectiveRole === 'ADMIN' && pathname === paths.admin ? paths.home : pathname
  return <Link {...link} to={item.to} aria-current={item.to === current ? 'page' : undefined} />
}
