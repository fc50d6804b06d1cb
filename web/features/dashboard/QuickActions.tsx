import { ArrowRight, FileText, House, type LucideIcon, MapPinned, Target } from 'lucide-react'
import { Link } from 'react-router-dom'
import { type Abilities, useAbilities } from '../../session/person/MeProvider.tsx'

interface QuickAction {
  to: string
  title: string
  icon: LucideIcon
  /** The description for this user; undefined hides the action. */
  descriptionFor: (abilities: Abilities) => string | undefined
}

const ACTIONS: readonly QuickAction[] = [
  { to: '/map', title: 'Search Properties', icon: MapPinned, descriptionFor: () => 'Find an address on the map' },
  {
    to: '/properties',
    title: 'View Properties',
    icon: House,
    descriptionFor: ({ viewAllProperties }) =>
      viewAllProperties ? 'Manage all properties' : 'View your assigned properties',
  },
  {
    to: '/leads',
    title: 'Manage Leads',
    icon: Target,
    descriptionFor: ({ viewAllProperties }) => (viewAllProperties ? 'Track and update all leads' : 'Track your leads'),
  },
  {
    to: '/templates',
    title: 'Templates',
    icon: FileText,
    descriptionFor: ({ manageTemplates }) => (manageTemplates ? 'Letters for batch printing' : undefined),
  },
]

/** Links to the most common tasks, by role (spec §2). */
export function QuickActions() {
  const abilities = useAbilities()
  const allowed = ACTIONS.flatMap(({ descriptionFor, ...action }) => {
    const description = descriptionFor(abilities)
    return description ? [{ ...action, description }] : []
  })
  return (
    <section aria-label="Quick Actions" className="mt-7">
      <h2 className="text-section">Quick Actions</h2>
      <div className="mt-3 grid gap-4 max-md:gap-0 max-md:divide-y max-md:divide-line max-md:overflow-hidden max-md:rounded-phone-card max-md:shadow-card md:grid-cols-3 md:max-lg:has-[>:nth-child(4)]:grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
        {allowed.map(({ to, title, icon: Icon, description }) => (
          <Link
            key={to}
            to={to}
            className="group flex min-h-18 items-center gap-4 bg-surface p-4 transition-shadow -outline-offset-2 max-md:py-3 md:rounded-card md:shadow-card md:outline-offset-2 md:hover:shadow-popup"
          >
            <span className="flex size-10 shrink-0 items-center justify-center rounded-button bg-accent-tint text-accent-ink">
              <Icon aria-hidden size={20} />
            </span>
            <span className="min-w-0 flex-1">
              <span className="block text-body font-semibold">{title}</span>
              <span className="block text-small text-ink-2">{description}</span>
            </span>
            <ArrowRight aria-hidden size={18} className="shrink-0 text-ink-2" />
          </Link>
        ))}
      </div>
    </section>
  )
}
