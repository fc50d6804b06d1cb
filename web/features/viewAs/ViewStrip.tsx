import { Eye } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { usePhone } from '../../lib/useMediaQuery.ts'
import { useMe } from '../../session/MeProvider.tsx'
import { useSession } from '../../session/SessionProvider.tsx'
import type { ViewedRole } from '../../session/viewAs.ts'
import { classNames } from '../../ui/classNames.ts'
import { roleLabels } from '../../ui/roles.ts'
import { ChooseTenantDialog } from './ChooseTenantDialog.tsx'
import { TenantPicker } from './TenantPicker.tsx'
import { ViewMenu, ViewSwitcher } from './ViewSwitcher.tsx'

/**
 * Above everything a global admin sees: the tenant that is looked at and the role it is looked at as; with `devMode`
 * beside them while they view as nobody else.
 */
export function ViewStrip({ devMode }: { devMode?: ReactNode }) {
  const me = useMe()
  const { view, viewAs } = useSession()
  const phone = usePhone()
  // A tenant's role has the rights of one tenant, so one has to be chosen first (design §5).
  const [waiting, setWaiting] = useState<ViewedRole | null>(null)
  const viewed = me.effectiveRole === me.role ? null : me.effectiveRole
  const switchTo = (role: ViewedRole | null) => {
    if (role === view.role) return
    if (role && !view.tenantId) setWaiting(role)
    else viewAs(role)
  }
  const Switcher = phone ? ViewMenu : ViewSwitcher

  return (
    <section aria-label="View" className={classNames(viewed ? 'bg-accent text-on-accent' : 'bg-bar text-on-bar')}>
      <div className="mx-auto flex h-11 max-w-[1440px] items-center justify-between gap-3 px-4 md:px-6 lg:px-10">
        {viewed ? (
          <p role="status" className="flex min-w-0 items-center gap-2 text-small font-semibold md:text-body">
            <Eye aria-hidden size={17} className="shrink-0" />
            <span className="min-w-0 max-md:leading-4">You are viewing the app as: {roleLabels[viewed]}</span>
          </p>
        ) : (
          <TenantPicker />
        )}
        <div className="flex shrink-0 items-center gap-2 md:gap-4">
          {!viewed && devMode}
          <Switcher viewed={viewed as ViewedRole | null} onSwitch={switchTo} />
        </div>
      </div>
      {waiting && (
        <ChooseTenantDialog
          role={waiting}
          onChoose={(tenantId) => {
            setWaiting(null)
            viewAs(waiting, tenantId)
          }}
          onClose={() => setWaiting(null)}
        />
      )}
    </section>
  )
}
