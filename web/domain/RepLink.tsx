import { Link } from 'react-router-dom'
import { classNames } from '../ui/classNames.ts'

/** The name of a user as a link to their page. */
export function RepLink({ user, className }: { user: { id: string; fullName: string }; className?: string }) {
  return (
    <Link
      to={`/reps/${user.id}`}
      className={classNames('rounded-badge underline-offset-4 hover:underline touch:py-2', className)}
    >
      {user.fullName}
    </Link>
  )
}
