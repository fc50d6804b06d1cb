import { useQuery } from '@apollo/client/react'
import { UserPlus } from 'lucide-react'
import { AssignableUsersDocument } from '../gql/graphql.ts'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { BarButton } from '../ui/SelectionBar.tsx'

interface AssignProps {
  onAssign: (userId: string | null) => void
}

/** The menu in a selection bar that assigns the selected rows to somebody in the team, or to nobody. */
export const AssignMenu = (props: AssignProps) => (
  <Menu trigger={<BarButton icon={UserPlus}>Assign</BarButton>}>
    <AssignItems {...props} />
  </Menu>
)

/** The items of that menu. */
export function AssignItems({ onAssign, hasNobody = true }: AssignProps & { hasNobody?: boolean }) {
  const users = useQuery(AssignableUsersDocument, { fetchPolicy: 'cache-and-network' }).data?.assignableUsers ?? []
  return (
    <>
      {users.map(({ id, fullName }) => (
        <MenuItem key={id} onSelect={() => onAssign(id)}>
          {fullName}
        </MenuItem>
      ))}
      {hasNobody && <MenuItem onSelect={() => onAssign(null)}>Nobody</MenuItem>}
    </>
  )
}
