import {
  Ban,
  Building2,
  CircleUser,
  FileDown,
  FileText,
  FileUp,
  History,
  House,
  KeyRound,
  LandPlot,
  LayoutDashboard,
  LockKeyhole,
  type LucideIcon,
  Mail,
  Map as MapIcon,
  Newspaper,
  Settings,
  ShieldCheck,
  Target,
  Users,
  Webhook,
} from 'lucide-react'
import type { Me } from '../session/person/MeProvider.tsx'
import { paths } from './paths.ts'

export interface MenuItem {
  to: string
  label: string
  icon: LucideIcon
  /** Other words by which Quick find finds the screen. */
  keywords?: string
}

/** A menu item. It is shown if `isShown` returns true or is not defined. */
interface ConditionalMenuItem extends Omit<MenuItem, 'to'> {
  to: string | ((me: Me) => string)
  isShown?: (me: Me) => boolean
}

/** In the order of spec §2. */
const allItems: ConditionalMenuItem[] = [
  { to: paths.home, label: 'Dashboard', icon: LayoutDashboard },
  { to: paths.map, label: 'Map Search', icon: MapIcon },
  { to: paths.properties, label: 'Properties', icon: House },
  { to: paths.leads, label: 'Leads', icon: Target },
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

/** The items of the account menu, which a phone shows at the end of its menu. Add new screens for settings here. */
const allAccountItems: ConditionalMenuItem[] = [
  {
    to: (me) => `${paths.reps}/${me.viewedUser?.id ?? me.id}`,
    label: 'My Page',
    icon: CircleUser,
    isShown: ({ role, effectiveRole, viewedUser }) =>
      effectiveRole === 'SALES_REP' && (role === 'SALES_REP' || viewedUser !== null),
  },
  { to: paths.account, label: 'Account Security', icon: ShieldCheck },
  { to: paths.changePassword, label: 'Change Password', icon: LockKeyhole },
  { to: paths.apiKeys, label: 'API Keys', icon: KeyRound },
  { to: paths.webhooks, label: 'Webhooks', icon: Webhook, isShown: ({ abilities }) => abilities.manageWebhooks },
  {
    to: paths.companySettings,
    label: 'Company Settings',
    icon: Settings,
    keywords: 'time zone name two factors team doors export everything outcomes',
    isShown: ({ abilities, tenant }) => (abilities.changeTenantSettings || abilities.manageOutcomes) && tenant !== null,
  },
  {
    to: paths.territories,
    label: 'Territories',
    icon: LandPlot,
    keywords: 'areas draw assign turf',
    isShown: ({ abilities, tenant }) => abilities.manageTerritories && tenant !== null,
  },
  {
    to: paths.doNotKnock,
    label: 'Do Not Knock',
    icon: Ban,
    keywords: 'marks doors registry asked lift',
    isShown: ({ abilities }) => abilities.manageDoNotKnock,
  },
  {
    to: paths.jobs,
    label: 'Imports and Exports',
    icon: FileDown,
    keywords: 'jobs files download undo',
    isShown: ({ abilities }) => abilities.exportData,
  },
  { to: paths.activity, label: 'Activity', icon: History, isShown: ({ abilities }) => abilities.readActivity },
  {
    to: paths.import.replace(':list', 'parcels'),
    label: 'Import Parcels',
    icon: FileUp,
    isShown: ({ abilities }) => abilities.importParcels,
  },
  { to: paths.mails, label: 'Mails', icon: Mail, isShown: ({ abilities }) => abilities.readMails },
  { to: paths.tenants, label: 'Tenants', icon: Building2, isShown: ({ abilities }) => abilities.manageTenants },
]

const itemsOf = (items: readonly ConditionalMenuItem[], me: Me): MenuItem[] =>
  items
    .filter(({ isShown }) => isShown?.(me) ?? true)
    .map(({ to, label, icon }) => ({ to: typeof to === 'string' ? to : to(me), label, icon }))

/** The items of the main menu for this user. */
export const menuItemsOf = (me: Me): MenuItem[] => itemsOf(allItems, me)

/** The items of the menu under the name for this user. */
export const accountItemsOf = (me: Me): MenuItem[] => itemsOf(allAccountItems, me)
