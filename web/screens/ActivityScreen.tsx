import { Link } from 'react-router-dom'
import { ActivityPanel } from '../features/activity/ActivityPanel.tsx'

/** /activity: the activity log, for owners and global admins; linked from Users. */
export function ActivityScreen() {
  return (
    <>
      <title>Activity · Porchlight</title>
      <p className="mb-1 text-small">
        <Link to="/users" className="link max-md:inline-flex max-md:min-h-11 max-md:items-center">
          User Management
        </Link>
      </p>
      <h1 className="text-title">Activity</h1>
      <ActivityPanel />
    </>
  )
}
