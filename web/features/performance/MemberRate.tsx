import { RateBadge } from '../../domain/RateBadge.tsx'
import { memberMetric } from './memberMetrics.ts'
import type { MetricTime } from './reportRange.ts'
import type { TeamMember } from './teamOrder.ts'

/** The conversion rate of a member. */
export function MemberRate({ member, time }: { member: TeamMember; time: MetricTime }) {
  const { conversionRate, leadsCreated, leadsConverted } = member
  return (
    <RateBadge
      rate={conversionRate}
      leads={leadsCreated}
      converted={leadsConverted}
      metricQuery={memberMetric(member, 'conversionRate', time)}
    />
  )
}
