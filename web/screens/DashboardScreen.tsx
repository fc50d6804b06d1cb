import { WelcomeDashboard } from '../features/dashboard/WelcomeDashboard.tsx'

/** /, for whoever has no dashboard of their own role. */
export function DashboardScreen() {
  return (
    <>
      <title>Dashboard · Porchlight</title>
      <WelcomeDashboard />
    </>
  )
}
