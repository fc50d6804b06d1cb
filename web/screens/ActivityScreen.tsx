import { ActivityPanel } from '../features/activity/ActivityPanel.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

/** /activity: the activity log, for owners and global admins; linked from Users. */
export function ActivityScreen() {
  return (
    <ActivityPanel
      header={(count) => (
        <PageHeader title="Activity" parent={{ to: '/users', label: 'User Management' }} count={count} />
      )}
    />
  )
}
