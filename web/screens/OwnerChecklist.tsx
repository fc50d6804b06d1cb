import { SetupChecklist } from '../features/dashboard/SetupChecklist.tsx'
import { AddStartersButton } from '../features/templates/AddStartersButton.tsx'

/** What a new company has left to set up, with the starter templates in its step. */
export function OwnerChecklist() {
  return <SetupChecklist starters={<AddStartersButton />} />
}
