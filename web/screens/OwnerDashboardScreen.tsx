import { TeamDashboard } from '../features/performance/TeamDashboard.tsx'
import { useMe } from '../session/MeProvider.tsx'

/** /, for an owner. */
export function OwnerDashboardScreen() {
  return (
    <>
      <title>Dashboard · Porchlight</title>
      <TeamDashboard title={`${useMe().fullName}’s Dashboard`} />
    </>
  )
}
