import type { Period, TargetMetric } from '../../gql/graphql.ts'
import type { MetricQuery } from '../../domain/Metric.tsx'
import { periodPhrase } from './periods.ts'

/** The metrics a target can have, with their labels. */
export const targetMetrics: readonly { value: TargetMetric; label: string }[] = [
  { value: 'LEADS_CREATED', label: 'Leads created' },
  { value: 'LEADS_CONVERTED', label: 'Leads converted' },
  { value: 'DOORS_KNOCKED', label: 'Doors knocked' },
]

/** The periods of a target. */
export const targetPeriods: readonly { value: Period; label: string }[] = [
  { value: 'DAY', label: 'Each day' },
  { value: 'WEEK', label: 'Each week' },
  { value: 'MONTH', label: 'Each month' },
]

export const metricLabel = (metric: TargetMetric): string => targetMetrics.find(({ value }) => value === metric)!.label

export const MAX_TARGET = 1_000_000

/** Parses a target, or returns an error message. */
export function parseTarget(text: string): { value: number; error: null } | { value: null; error: string } {
  const value = /^\d{1,7}$/.test(text.trim()) ? Number(text) : 0
  return value >= 1 && value <= MAX_TARGET
    ? { value, error: null }
    : { value: null, error: 'A target is a whole number from 1 to 1,000,000.' }
}

/** The name of the rep of a target for a title, or 'the whole team'. */
export const targetOwner = (user: { fullName: string } | null): string => user?.fullName ?? 'the whole team'

interface TargetProgress {
  /** Null for the whole team. */
  user: { id: string; fullName: string } | null
  period: Period
  metric: TargetMetric
}

/** The metric query that explains the progress of a target. */
export const progressQuery = ({ user, period, metric }: TargetProgress): MetricQuery => ({
  title: `${metricLabel(metric)} by ${targetOwner(user)} ${periodPhrase(period)}`,
  input: { figure: metric, period, ...(user ? { userId: user.id } : {}) },
})
