import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'

const dialogs = ['new', 'edit', 'approve', 'reset', 'delete'] as const
export type UserDialogName = (typeof dialogs)[number]

export interface OpenUserDialog {
  name: UserDialogName
  /** Whose account it is about; none yet for a new one. */
  userId: string | null
}

/** Which dialog is open, kept in the address: Back closes it, and after signing in again it is open as it was. */
export function useUserDialog() {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const location = useLocation()
  const name = dialogs.find((one) => one === params.get('dialog'))
  const userId = params.get('user')
  const dialog: OpenUserDialog | null = name && (name === 'new' || userId) ? { name, userId } : null

  const open = (next: UserDialogName, id?: string) =>
    setParams(
      (before) => {
        const changed = new URLSearchParams(before)
        changed.set('dialog', next)
        if (id) changed.set('user', id)
        return changed
      },
      { state: { opened: true } },
    )
  const close = () => {
    // Opened here, it is one step back; come upon in an address, it leaves that address.
    if ((location.state as { opened?: boolean } | null)?.opened) return void navigate(-1)
    setParams(
      (before) => {
        const changed = new URLSearchParams(before)
        changed.delete('dialog')
        changed.delete('user')
        return changed
      },
      { replace: true },
    )
  }
  return { dialog, open, close }
}
