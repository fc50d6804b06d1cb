import { Avatar } from '../../ui/Avatar.tsx'
import { CardFigure } from '../../ui/CardFigure.tsx'
import { Metric } from '../../domain/Metric.tsx'
import { RepLink } from '../../domain/RepLink.tsx'
import { memberMetric } from './memberMetrics.ts'
import { MemberRate } from './MemberRate.tsx'
import { MemberTags } from './MemberTags.tsx'
import type { MetricTime } from './reportRange.ts'
import { teamColumns, type TeamMember } from './teamOrder.ts'

/** The team table as cards. */
export function TeamCards({ members, time }: { members: readonly TeamMember[]; time: MetricTime }) {
  return (
    <ul className="mt-2 divide-y divide-line border-t border-line">
      {members.map((member) => (
        <li key={member.user.id} className="px-4 py-3.5">
          <div className="flex items-center gap-3">
            <Avatar name={member.user.fullName} size={36} />
            <div className="min-w-0 flex-1">
              <p className="font-semibold wrap-anywhere">
                <RepLink user={member.user} />
              </p>
              <p className="text-small text-ink-2 wrap-anywhere">{member.user.email}</p>
            </div>
            <MemberRate member={member} time={time} />
          </div>
          <dl className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(68px,1fr))] gap-2">
            {teamColumns
              .filter(({ column }) => column !== 'conversionRate')
              .map(({ column, label }) => (
                <CardFigure key={column} label={label}>
                  <Metric {...memberMetric(member, column, time)} />
                </CardFigure>
              ))}
          </dl>
          {member.tagsBreakdown.length > 0 && (
            <div className="mt-3">
              <MemberTags member={member} time={time} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
