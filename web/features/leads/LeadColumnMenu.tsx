import { useMe } from '../../session/MeProvider.tsx'
import { ColumnMenu } from '../../ui/dataTable/ColumnMenu.tsx'
import { leadColumnsOf } from './leadColumns.tsx'
import type { RowCallbacks } from './leadRows.ts'

const doNothing = () => undefined
/** The menu shows only the names of the columns. */
const noCallbacks: RowCallbacks = {
  onOpen: doNothing,
  onSelect: doNothing,
  onStatus: doNothing,
  onPreview: doNothing,
  onDelete: undefined,
}

/** The menu that shows and hides the columns of the leads. */
export function LeadColumnMenu({ storageKey }: { storageKey: string }) {
  const withTenant = !useMe().tenant
  return <ColumnMenu columns={leadColumnsOf({ grouped: false, withTenant }, noCallbacks)} storageKey={storageKey} />
}
