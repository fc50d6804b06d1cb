import { formatCount } from '../../lib/numbers.ts'
import { Metric } from '../../domain/Metric.tsx'
import { PropertyTypeChip } from '../../domain/PropertyTypeIcon.tsx'
import { propertyTypeLabels } from '../../domain/labels.ts'
import type { MetricTime } from './reportRange.ts'
import { type TeamMember, topTags } from './teamOrder.ts'

/** The three most frequent tags of a member's leads with their counts. */
export function MemberTags({ member, time }: { member: TeamMember; time: MetricTime }) {
  const tags = topTags(member)
  if (tags.length === 0) {
    return (
      <span className="text-ink-3">
        <span aria-hidden>–</span>
        <span className="sr-only">none</span>
      </span>
    )
  }
  return (
    <span className="flex gap-1.5">
      {tags.map(({ tag, count }) => (
        <PropertyTypeChip
          key={tag}
          type={tag}
          count={
            <Metric
              fills="badge"
              text={formatCount(count)}
              title={`${propertyTypeLabels[tag]} leads of ${member.user.fullName} ${time.phrase}`}
              input={{ figure: 'LEADS_CREATED', ...time.input, userId: member.user.id, tag }}
            />
          }
          className="touch:min-w-[52px]"
        />
      ))}
    </span>
  )
}
