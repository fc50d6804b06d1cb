import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'

const dialogs = ['new', 'edit', 'approve', 'reset', 'link', 'two-factors', 'delete'] as const
export type UserDialogName = (typeof dialogs)[number]

export interface OpenUserDialog {
  name: UserDialogName
  /** The account the dialog is about; null for a new one. */
  userId: string | null
}

/** The open dialog, stored in the URL: Back closes it, and it is open again after a new sign-in. */
export function useUserDialog() {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const location = useLocation()
  const name = dialogs.find((dialogName) => dialogName === params.get('dialog'))
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
    // A dialog opened here closes with Back. One opened by a URL is removed from that URL.
    if ((location.state as { opened?: boolean } | null)?.opened) return void navigate(-1)
    setParams(
      (before) => {
        const changed = new URLSearchParams(before)
        for (const key of ['dialog', 'user', 'tenant']) changed.delete(key)
        return changed
      },
      { replace: true },
    )
  }
  return { dialog, open, close }
}
