import { useMutation } from '@apollo/client/react'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import {
  type ExportedList,
  ExportEverythingDocument,
  ExportListDocument,
  type ExportListMutationVariables,
} from '../../gql/graphql.ts'
import { pluralize } from '../../lib/numbers.ts'
import { useMe } from '../../session/person/MeProvider.tsx'
import { trackJob } from '../../session/jobs/trackedJobs.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { ExportProgress } from './ExportProgress.tsx'

const rowNames: Record<ExportedList, [one: string, many: string]> = {
  LEADS: ['lead', 'leads'],
  PROPERTIES: ['property', 'properties'],
  USERS: ['user', 'users'],
  ACTIVITY: ['event', 'events'],
}

const listTitles: Record<ExportedList, string> = {
  LEADS: 'Leads',
  PROPERTIES: 'Properties',
  USERS: 'Users',
  ACTIVITY: 'Activity',
}

/** Chooses how to export, starts the job and shows its progress. Closed meanwhile, the end is announced by a toast. */
export function ExportDialog({ request, onClose }: { request: ExportRequest; onClose: () => void }) {
  const me = useMe()
  const [bom, setBom] = useState(true)
  const [leavesOutMarked, setLeavesOutMarked] = useState(false)
  const [jobId, setJobId] = useState<string | null>(null)
  const [exportList] = useMutation(ExportListDocument)
  const [exportEverything] = useMutation(ExportEverythingDocument)
  const isEverything = request === 'everything'

  const start = async () => {
    if (isEverything) {
      const { data } = await exportEverything({ variables: { bom } })
      setJobId(data!.exportEverything.id)
    } else {
      const { total: _, ...variables } = leavesOutMarked ? withoutMarkedDoors(request) : request
      const { data } = await exportList({ variables: { ...variables, bom } })
      setJobId(data!.exportList.id)
    }
  }
  const close = () => {
    if (jobId) trackJob(jobId)
    onClose()
  }
  const title = isEverything ? 'Export Everything' : `Export ${listTitles[request.list]}`
  if (jobId) return <ExportProgress jobId={jobId} title={title} onClose={close} onSeen={onClose} />
  return (
    <FormDialog
      onSubmit={start}
      failureText="Check the connection and try again."
      onClose={onClose}
      title={title}
      description={isEverything ? me.tenant?.companyName : describeRows(request)}
      action="Export"
      busyAction="Starting..."
      icon={Download}
      className="space-y-5"
    >
      <p className="text-body text-ink-2">
        {isEverything
          ? 'One zip file with a CSV file for each list: properties, leads, users, knocks, sessions, targets, letters and the activity log, with your templates. A README.txt explains every column.'
          : 'A CSV file with all columns, for a spreadsheet or another program.'}
      </p>
      <div>
        <Switch checked={bom} onChange={setBom} className="w-full justify-between">
          For Excel
        </Switch>
        <p className="text-small text-ink-2">
          Excel shows accents correctly in {isEverything ? 'these files' : 'this file'} then. Turn it off for programs
          that cannot read one.
        </p>
      </div>
      {!isEverything && hasDoors(request) && (
        <div>
          <Switch checked={leavesOutMarked} onChange={setLeavesOutMarked} className="w-full justify-between">
            Leave out do not knock
          </Switch>
          <p className="text-small text-ink-2">
            Without the doors where nobody may knock now. Otherwise they are in the file, with a column that says why.
          </p>
        </div>
      )}
      <p className="text-small text-ink-2">
        The file is kept for a day under{' '}
        <Link to="/jobs" onClick={onClose} className="link">
          Imports and Exports
        </Link>
        .
      </p>
    </FormDialog>
  )
}

const hasDoors = ({ list }: ListRequest) => list === 'PROPERTIES' || list === 'LEADS'

function withoutMarkedDoors(request: ListRequest): ListRequest {
  return request.list === 'LEADS'
    ? { ...request, leads: { ...request.leads, doNotKnock: false } }
    : { ...request, properties: { ...request.properties, doNotKnock: false } }
}

function describeRows({ list, total }: ListRequest): string {
  const [one, many] = rowNames[list]
  return total === undefined ? `All ${many} in this list` : pluralize(total, one, many)
}

/** What is exported: the rows of a list that match a filter, or everything of the tenant. */
export type ExportRequest = ListRequest | 'everything'

interface ListRequest extends Omit<ExportListMutationVariables, 'bom'> {
  /** The number of rows that the list shows. */
  total?: number
}
