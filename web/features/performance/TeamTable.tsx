import { useState } from 'react'
import { Clock } from 'lucide-react'
import { Metric } from '../../domain/Metric.tsx'
import { RepLink } from '../../domain/RepLink.tsx'
import { pluralize } from '../../lib/numbers.ts'
import { ariaSortOf, type SortOrder, toggleSort } from '../../lib/sorting.ts'
import { useIsPhone } from '../../lib/useMediaQuery.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { classNames } from '../../ui/classNames.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'
import { SortableHeader } from '../../ui/SortableHeader.tsx'
import { cellClasses, headClasses, rowClasses } from '../../ui/Table.tsx'
import { memberMetric } from './memberMetrics.ts'
import { MemberRate } from './MemberRate.tsx'
import { MemberTags } from './MemberTags.tsx'
import { type MetricTime, metricTimeOf, type ReportRange } from './reportRange.ts'
import { TeamCards } from './TeamCards.tsx'
import { sortTeam, type TeamColumn, teamColumns, type TeamMember } from './teamOrder.ts'
import type { useTeam } from './useTeam.ts'

/** The metrics of every rep in the period or on the given days; on a phone as cards. */
export function TeamTable({ team, failed, busy, retry, range }: ReturnType<typeof useTeam> & { range: ReportRange }) {
  const [order, setOrder] = useState<SortOrder<TeamColumn>>({ column: 'leadsCreated', descending: true })
  const phone = useIsPhone()
  const time = metricTimeOf(range, team)
  const sorted = team && sortTeam(team.teamMembers, order)
  return (
    <Card
      title="Team Performance"
      aside={sorted && pluralize(sorted.length, 'rep')}
      className="flex min-w-0 flex-col overflow-hidden"
    >
      {!sorted ? (
        <LoadingOrError
          query={{ failed, busy, retry }}
          label="team performance"
          rows={6}
          cells={['size-8 rounded-full', 'h-3 w-40', 'ml-auto h-5 w-14']}
          rowClass="h-11 gap-3"
          className="px-5 pt-4 pb-3"
        />
      ) : sorted.length === 0 ? (
        <EmptyState
          title="No activity yet"
          hint="Invite your reps: they appear here with their first door or lead of the period."
          action={<ButtonLink to="/users/invitations?invite">Invite Reps</ButtonLink>}
        />
      ) : phone ? (
        <TeamCards members={sorted} time={time} />
      ) : (
        <div className="relative mt-2 flex-1 overflow-x-auto">
          <table className="w-full text-body whitespace-nowrap">
            <thead>
              <tr className="border-b border-line">
                <th scope="col" className={classNames(headClasses, 'sticky left-0 z-10 bg-surface')}>
                  Sales Rep
                </th>
                {teamColumns.map(({ column, label }) => (
                  <SortableHeader
                    key={column}
                    label={label}
                    sorted={ariaSortOf(order, column)}
                    onSort={() => setOrder(toggleSort(order, column))}
                  />
                ))}
                <th scope="col" className={classNames(headClasses, 'pl-6')}>
                  Tags
                </th>
              </tr>
            </thead>
            <tbody>
              {sorted.map((member) => (
                <MemberRow key={member.user.id} member={member} time={time} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <LateEventsNote count={team?.lateEvents} time={time} />
    </Card>
  )
}

function MemberRow({ member, time }: { member: TeamMember; time: MetricTime }) {
  return (
    <tr className={classNames(rowClasses, 'hover:bg-hover')}>
      <th
        scope="row"
        className={classNames(cellClasses, 'sticky left-0 z-1 bg-surface text-left font-normal group-hover:bg-hover')}
      >
        <span className="flex items-center gap-2.5">
          <Avatar name={member.user.fullName} />
          <span className="flex min-w-0 items-baseline gap-2">
            <RepLink user={member.user} className="font-semibold" />
            <span title={member.user.email} className="max-w-60 truncate text-small text-ink-2">
              {member.user.email}
            </span>
          </span>
        </span>
      </th>
      {teamColumns.map(({ column }) => {
        return (
          <td
            key={column}
            className={classNames(cellClasses, 'text-right', column === 'leadsCreated' && 'font-semibold')}
          >
            {column === 'conversionRate' ? (
              <MemberRate member={member} time={time} />
            ) : (
              <Metric {...memberMetric(member, column, time)} />
            )}
          </td>
        )
      })}
      <td className={classNames(cellClasses, 'pl-6')}>
        <MemberTags member={member} time={time} />
      </td>
    </tr>
  )
}

/** Shows how many of the counted events were recorded late, for example by a phone that was offline. */
function LateEventsNote({ count, time }: { count: number | undefined; time: MetricTime }) {
  if (!count) return null
  return (
    <p className="flex items-start gap-2 border-t border-line px-5 py-2.5 text-small text-ink-2 max-md:px-4">
      <Clock aria-hidden size={15} className="mt-px shrink-0" />
      <span>
        <Metric
          text={pluralize(count, 'late event')}
          title={`Late events ${time.phrase}`}
          note="Recorded more than an hour after they happened."
          input={{ figure: 'LATE_EVENTS', ...time.input }}
          className="font-semibold text-ink"
        />{' '}
        from the field, counted in the hour they happened.
      </span>
    </p>
  )
}
