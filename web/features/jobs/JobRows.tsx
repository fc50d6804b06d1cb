import type { JobRowFragment } from '../../gql/graphql.ts'
import { formatDay, formatTime } from '../../lib/dates.ts'
import { useIsPhone } from '../../lib/useMediaQuery.ts'
import { describeJob } from '../../session/jobs/jobs.ts'
import { classNames } from '../../ui/classNames.ts'
import { cellClasses, numberCellClasses, rowClasses, Table } from '../../ui/Table.tsx'
import { JobAction } from './JobAction.tsx'
import { JobStatus } from './JobStatus.tsx'

/** The jobs as a table; on a phone as cards. */
export function JobRows({ jobs }: { jobs: readonly JobRowFragment[] }) {
  const phone = useIsPhone()
  if (phone) {
    return (
      <ul className="grid gap-3">
        {jobs.map((job) => (
          <li key={job.id} className="rounded-phone-card bg-surface p-4 shadow-card">
            <h2 className="text-section">{describeJob(job)}</h2>
            <p className="mt-0.5 text-small text-ink-2">
              <Creator job={job} /> · <StartTime at={job.createdAt} />
            </p>
            <div className="mt-2">
              <JobStatus job={job} />
            </div>
            <JobAction job={job} className="mt-3 w-full" />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <Table columns={['Job', 'Who', 'Status']} numberColumns={['Started']} className="w-[22%]">
      {jobs.map((job) => (
        <tr key={job.id} className={classNames(rowClasses, 'hover:bg-hover')}>
          <th scope="row" className={classNames(cellClasses, 'text-left font-semibold')}>
            {describeJob(job)}
          </th>
          <td className={classNames(cellClasses, 'text-ink-2')}>
            <Creator job={job} />
          </td>
          <td className={classNames(cellClasses, 'w-[36%] max-w-0')}>
            <JobStatus job={job} />
          </td>
          <td className={classNames(numberCellClasses, 'text-ink-2')}>
            <StartTime at={job.createdAt} />
          </td>
          <td className={classNames(cellClasses, 'text-right')}>
            <JobAction job={job} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

const Creator = ({ job }: { job: JobRowFragment }) => job.createdBy?.fullName ?? 'Former user'

function StartTime({ at }: { at: string }) {
  return (
    <time dateTime={at}>
      {formatDay(at)}, {formatTime(at)}
    </time>
  )
}
