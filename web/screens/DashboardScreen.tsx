import { KnockingButton } from '../features/knocking/KnockingButton.tsx'
import { WelcomeDashboard } from '../features/dashboard/WelcomeDashboard.tsx'

/** /, for roles without a dashboard of their own. */
export function DashboardScreen() {
  return (
    <>
      <title>Dashboard · Porchlight</title>
      <WelcomeDashboard action={<KnockingButton />} />
    </>
  )
}
