import type { ReactNode } from 'react'
import type { Period, TotalsQuery } from '../../gql/graphql.ts'
import { formatCount, formatRate } from '../../lib/counts.ts'
import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { periodWords } from './periods.ts'
import type { TeamMember } from './teamOrder.ts'

interface StatStripProps {
  totals: TotalsQuery['totals'] | undefined
  members: readonly TeamMember[] | undefined
  period: Period
  /** There will be no figures until someone tries again. */
  failed: boolean
}

/** The figures of the whole team: what there is in all, and what the period added. */
export function StatStrip({ totals, members, period, failed }: StatStripProps) {
  const sum = (figure: 'propertiesSearched' | 'leadsCreated' | 'leadsConverted') =>
    members?.reduce((all, member) => all + member[figure], 0)
  const [searched, created, converted] = [sum('propertiesSearched'), sum('leadsCreated'), sum('leadsConverted')]
  const when = periodWords(period)
  const none = failed ? NOTHING : undefined
  return (
    <Card className="grid grid-cols-2 overflow-hidden md:grid-cols-3 md:divide-x md:divide-line">
      <Stat label="Total Properties" value={totals ? formatCount(totals.properties) : none}>
        {searched !== undefined && <Added count={searched} did="looked up" when={when} />}
      </Stat>
      <Stat
        label="Total Leads"
        value={totals ? formatCount(totals.leads) : none}
        className="max-md:border-l max-md:border-line"
      >
        {created !== undefined && <Added count={created} did="created" when={when} />}
      </Stat>
      <Stat
        label="Conversion Rate"
        value={created === undefined || converted === undefined ? none : rateOf(converted, created)}
        className="max-md:col-span-2 max-md:border-t max-md:border-line"
      >
        {converted !== undefined && <Added count={converted} did="converted" when={when} />}
      </Stat>
    </Card>
  )
}

const NOTHING = '–'

const rateOf = (converted: number, created: number): string =>
  created === 0 ? NOTHING : formatRate((100 * converted) / created)

interface StatProps {
  label: string
  value: string | undefined
  className?: string
  children: ReactNode
}

function Stat({ label, value, className, children }: StatProps) {
  return (
    <dl className={`px-5 pt-4 pb-4.5 max-md:px-4 ${className ?? ''}`}>
      <dt className="text-small text-ink-2">{label}</dt>
      <dd>
        <span className="mt-2 flex h-9 items-center text-stat max-md:h-7 max-md:text-stat-compact">
          {value ?? <Skeleton className="h-6 w-24" />}
        </span>
        <span className="mt-1.5 block min-h-[18px] text-small text-ink-2">{children}</span>
      </dd>
    </dl>
  )
}

function Added({ count, did, when }: { count: number; did: string; when: string }) {
  return (
    <>
      <span className="figures font-semibold text-ink">{formatCount(count)}</span> {did}
      <span className="max-md:hidden"> {when}</span>
    </>
  )
}
