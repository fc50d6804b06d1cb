import type { Period } from '../../gql/graphql.ts'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { TeamTable } from './TeamTable.tsx'
import type { useTeam } from './useTeam.ts'

/** The team table, or an error state. */
export function TeamPanel({ team, failed, busy, retry, period }: ReturnType<typeof useTeam> & { period: Period }) {
  if (team || !failed) return <TeamTable team={team} period={period} />
  return (
    <Card title="Team Performance">
      <ErrorState title="Failed to fetch data" onRetry={retry} busy={busy} />
    </Card>
  )
}
