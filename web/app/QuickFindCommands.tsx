import { useNavigate } from 'react-router-dom'
import { mapLink } from '../domain/mapLink.ts'
import { QuickFindDialog } from '../features/quickFind/QuickFindDialog.tsx'
import type { Destination, QuickFindItem } from '../features/quickFind/quickFindItems.ts'
import { useAbilities, useMe } from '../session/person/MeProvider.tsx'
import { useOpenRecord } from '../session/records.tsx'
import { accountItemsOf, menuItemsOf } from './menuItems.ts'
import { paths } from './paths.ts'
import { useQuickFindActions, useStartKnocking } from './quickFindActions.ts'

/** Quick find with the screens and actions of this user. */
export function QuickFindCommands({ onClose }: { onClose: () => void }) {
  const { isAdmin } = useAbilities()
  return isAdmin ? <Commands onClose={onClose} /> : <RepCommands onClose={onClose} />
}

function RepCommands({ onClose }: { onClose: () => void }) {
  return <Commands onClose={onClose} firstAction={useStartKnocking()} />
}

function Commands({ onClose, firstAction }: { onClose: () => void; firstAction?: QuickFindItem }) {
  const me = useMe()
  const navigate = useNavigate()
  const open = useOpenDestination()
  const actions = useQuickFindActions()
  return (
    <QuickFindDialog
      reader={[me.id, me.tenant?.id, me.effectiveRole, me.viewedUser?.id].join('.')}
      screens={[...menuItemsOf(me), ...accountItemsOf(me)].map(({ to, label, icon, keywords }) => ({
        key: `screen ${to}`,
        kind: 'screen',
        title: label,
        icon,
        ...(keywords && { keywords }),
        opens: { kind: 'path', path: to },
      }))}
      actions={firstAction ? [firstAction, ...actions] : actions}
      onOpen={open}
      onSearchMap={(text) => void navigate(`${paths.map}?${new URLSearchParams({ search: text })}`)}
      onClose={onClose}
    />
  )
}

/** A function that opens what was chosen: a record in the drawer, or a screen, which gets the focus. */
function useOpenDestination() {
  const navigate = useNavigate()
  const abilities = useAbilities()
  const { openLead, openProperty } = useOpenRecord()
  return (destination: Destination) => {
    if (destination.kind === 'lead') return openLead(destination.id)
    if (destination.kind === 'property') return openProperty(destination.id)
    void navigate(pathOf(destination, abilities))
    document.getElementById('main')?.focus()
  }
}

type ScreenDestination = Exclude<Destination, { kind: 'lead' | 'property' }>

/** A rep has a page. Another user opens in the list of users for those who edit users, and otherwise as their activity. */
function pathOf(destination: ScreenDestination, abilities: ReturnType<typeof useAbilities>): string {
  if (destination.kind === 'map') return mapLink(destination.id)
  if (destination.kind === 'path') return destination.path
  if (destination.role === 'SALES_REP') return `${paths.reps}/${destination.id}`
  if (abilities.manageUsers) return `${paths.users}?${new URLSearchParams({ dialog: 'edit', user: destination.id })}`
  return abilities.readActivity
    ? `${paths.activity}?${new URLSearchParams({ actor: destination.id, span: 'ALL' })}`
    : paths.users
}
