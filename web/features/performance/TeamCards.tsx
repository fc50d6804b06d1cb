import type { ReactNode } from 'react'
import { formatCount, formatDecimal } from '../../lib/counts.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { RateBadge } from '../../ui/RateBadge.tsx'
import type { TeamMember } from './teamOrder.ts'
import { Nothing, Tags } from './TeamTable.tsx'

/** The rows of the team table where a table has no room. */
export function TeamCards({ members }: { members: readonly TeamMember[] }) {
  return (
    <ul className="mt-2 divide-y divide-line border-t border-line">
      {members.map((member) => (
        <li key={member.user.id} className="px-4 py-3.5">
          <div className="flex items-center gap-3">
            <Avatar name={member.user.fullName} size={36} />
            <div className="min-w-0 flex-1">
              <p className="font-semibold wrap-anywhere">{member.user.fullName}</p>
              <p className="text-small text-ink-2 wrap-anywhere">{member.user.email}</p>
            </div>
            {member.conversionRate != null && <RateBadge rate={member.conversionRate} />}
          </div>
          <dl className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(68px,1fr))] gap-2">
            <Figure label="Properties">{formatCount(member.propertiesSearched)}</Figure>
            <Figure label="Leads">{formatCount(member.leadsCreated)}</Figure>
            <Figure label="Converted">{formatCount(member.leadsConverted)}</Figure>
            <Figure label="Doors/Day">
              {member.avgDoorsPerDay == null ? <Nothing /> : formatDecimal(member.avgDoorsPerDay)}
            </Figure>
          </dl>
          {member.tagsBreakdown.length > 0 && (
            <div className="mt-3">
              <Tags member={member} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col-reverse">
      <dt className="text-badge text-ink-2">{label}</dt>
      <dd className="figures font-semibold">{children}</dd>
    </div>
  )
}
