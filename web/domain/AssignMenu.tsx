import { useQuery } from '@apollo/client/react'
import { UserPlus } from 'lucide-react'
import { AssignableUsersDocument } from '../gql/graphql.ts'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { BarButton } from '../ui/SelectionBar.tsx'

/** The menu in a selection bar that assigns the selected rows to somebody in the team, or to nobody. */
export function AssignMenu({ onAssign }: { onAssign: (userId: string | null) => void }) {
  const users = useQuery(AssignableUsersDocument, { fetchPolicy: 'cache-and-network' }).data?.assignableUsers ?? []
  return (
    <Menu trigger={<BarButton icon={<UserPlus aria-hidden size={16} />}>Assign</BarButton>}>
      {users.map(({ id, fullName }) => (
        <MenuItem key={id} onSelect={() => onAssign(id)}>
          {fullName}
        </MenuItem>
      ))}
      <MenuItem onSelect={() => onAssign(null)}>Nobody</MenuItem>
    </Menu>
  )
}
