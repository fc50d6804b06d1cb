import { AdminDashboardScreen } from './AdminDashboardScreen.tsx'
import { ManagerNotices } from './ManagerNotices.tsx'

/** /admin: what an admin also sees at /. */
export function AdminScreen() {
  return (
    <>
      <ManagerNotices />
      <AdminDashboardScreen />
    </>
  )
}
