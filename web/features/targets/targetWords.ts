import type { Period, TargetMetric } from '../../gql/graphql.ts'
import type { FigureQuestion } from '../../ui/Figure.tsx'

/** What a target can be set for, and how it is called. */
export const targetMetrics: readonly { value: TargetMetric; label: string }[] = [
  { value: 'LEADS_CREATED', label: 'Leads created' },
  { value: 'LEADS_CONVERTED', label: 'Leads converted' },
  { value: 'DOORS_KNOCKED', label: 'Doors knocked' },
]

/** How often it is to be reached. */
export const targetPeriods: readonly { value: Period; label: string; words: string }[] = [
  { value: 'DAY', label: 'Each day', words: 'today' },
  { value: 'WEEK', label: 'Each week', words: 'this week' },
  { value: 'MONTH', label: 'Each month', words: 'this month' },
]

export const metricLabel = (metric: TargetMetric): string => targetMetrics.find(({ value }) => value === metric)!.label

export const periodWords = (period: Period): string => targetPeriods.find(({ value }) => value === period)!.words

/** The highest a target may be. */
export const MOST = 1_000_000

/** The number that was typed, or what is wrong with it. */
export function readTarget(text: string): { value: number; error: null } | { value: null; error: string } {
  const value = /^\d{1,7}$/.test(text.trim()) ? Number(text) : 0
  return value >= 1 && value <= MOST
    ? { value, error: null }
    : { value: null, error: 'A target is a whole number from 1 to 1,000,000.' }
}

interface Progress {
  user: { id: string; fullName: string }
  period: Period
  metric: TargetMetric
}

/** What a click on the progress of a target lists. */
export const progressQuestion = ({ user, period, metric }: Progress): FigureQuestion => ({
  title: `${metricLabel(metric)} by ${user.fullName} ${periodWords(period)}`,
  input: { figure: metric, period, userId: user.id },
})
