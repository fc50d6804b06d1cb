import { Link } from 'react-router-dom'
import { UserTotalDocument } from '../../gql/graphql.ts'
import { useFreshQuery } from '../../lib/freshQuery.ts'
import { pluralize } from '../../lib/numbers.ts'
import { useAbilities } from '../../session/person/MeProvider.tsx'
import { Note } from '../../ui/Note.tsx'

/** How many accounts wait for approval, for those who may approve them; nothing if none does. */
export function WaitingApprovals() {
  const { manageUsers } = useAbilities()
  const { data } = useFreshQuery(UserTotalDocument, { filter: { status: 'PENDING' } }, !manageUsers)
  const waiting = data?.users.totalCount ?? 0
  if (waiting === 0) return null
  return (
    <Note hue="warn">
      {pluralize(waiting, 'account waits', 'accounts wait')} for approval.{' '}
      <Link to="/users?status=PENDING" className="link">
        Review
      </Link>
    </Note>
  )
}
