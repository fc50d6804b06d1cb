import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { countOf, formatCount, formatDecimal } from '../../lib/counts.ts'
import { usePhone } from '../../lib/useMediaQuery.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Card } from '../../ui/Card.tsx'
import { classNames } from '../../ui/classNames.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RateBadge } from '../../ui/RateBadge.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { TypeChip } from '../../ui/TypeGlyph.tsx'
import { TeamCards } from './TeamCards.tsx'
import {
  nextOrder,
  sortTeam,
  type TeamColumn,
  teamColumns,
  type TeamMember,
  type TeamOrder,
  topTags,
} from './teamOrder.ts'

/** Every rep's figures of the period; on a phone as cards. */
export function TeamTable({ members }: { members: readonly TeamMember[] | undefined }) {
  const [order, setOrder] = useState<TeamOrder>({ column: 'leadsCreated', descending: true })
  const phone = usePhone()
  const sorted = members && sortTeam(members, order)
  return (
    <Card
      title="Team Performance"
      aside={sorted && countOf(sorted.length, 'rep')}
      className="flex min-w-0 flex-col overflow-hidden"
    >
      {!sorted ? (
        <TableSkeleton />
      ) : sorted.length === 0 ? (
        <EmptyState title="No activity yet" hint="Reps appear here with their first door or lead of the period." />
      ) : phone ? (
        <TeamCards members={sorted} />
      ) : (
        <div className="mt-2 flex-1 overflow-x-auto">
          <table className="w-full text-body whitespace-nowrap">
            <thead>
              <tr className="border-b border-line text-micro text-ink-2">
                <th scope="col" className="sticky left-0 z-10 bg-surface py-2 pl-5 text-left font-[550]">
                  Sales Rep
                </th>
                {teamColumns.map(({ column, label }) => (
                  <SortHead
                    key={column}
                    {...{ column, label, order }}
                    onSort={() => setOrder(nextOrder(order, column))}
                  />
                ))}
                <th scope="col" className="py-2 pr-5 pl-6 text-left font-[550]">
                  Tags
                </th>
              </tr>
            </thead>
            <tbody>
              {sorted.map((member) => (
                <MemberRow key={member.user.id} member={member} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}

interface SortHeadProps {
  column: TeamColumn
  label: string
  order: TeamOrder
  onSort: () => void
}

function SortHead({ column, label, order, onSort }: SortHeadProps) {
  const sorted = order.column === column
  const Arrow = order.descending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={sorted ? (order.descending ? 'descending' : 'ascending') : undefined}
      className="py-1 pr-2 text-right font-[550]"
    >
      <button
        type="button"
        onClick={onSort}
        className={classNames(
          'inline-flex min-h-[30px] items-center gap-1 rounded-badge px-2 hover:text-ink',
          sorted && 'font-semibold text-ink',
        )}
      >
        {sorted && <Arrow aria-hidden size={13} strokeWidth={2.2} />}
        {label}
      </button>
    </th>
  )
}

function MemberRow({ member }: { member: TeamMember }) {
  const number = 'figures pr-4 text-right'
  return (
    <tr className="group border-b border-line last:border-0 hover:bg-hover">
      <th
        scope="row"
        className="sticky left-0 h-[54px] bg-surface py-1.5 pr-3 pl-5 text-left font-normal group-hover:bg-hover"
      >
        <span className="flex items-center gap-2.5">
          <Avatar name={member.user.fullName} size={32} />
          <span className="min-w-0">
            <span className="block leading-5 font-semibold">{member.user.fullName}</span>
            <span className="block text-small leading-4 text-ink-2">{member.user.email}</span>
          </span>
        </span>
      </th>
      <td className={number}>{formatCount(member.propertiesSearched)}</td>
      <td className={classNames(number, 'font-semibold')}>{formatCount(member.leadsCreated)}</td>
      <td className={number}>{formatCount(member.leadsConverted)}</td>
      <td className={number}>
        {member.conversionRate == null ? <Nothing /> : <RateBadge rate={member.conversionRate} />}
      </td>
      <td className={number}>{member.avgDoorsPerDay == null ? <Nothing /> : formatDecimal(member.avgDoorsPerDay)}</td>
      <td className="pr-5 pl-6">
        <Tags member={member} />
      </td>
    </tr>
  )
}

/** The three commonest tags, by glyph and count. */
export function Tags({ member }: { member: TeamMember }) {
  const tags = topTags(member)
  if (tags.length === 0) return <Nothing />
  return (
    <span className="flex gap-1.5">
      {tags.map(({ tag, count }) => (
        <TypeChip key={tag} type={tag} count={count} className="min-w-[52px]" />
      ))}
    </span>
  )
}

/** A figure there is none of. */
export function Nothing() {
  return (
    <span className="text-ink-3">
      <span aria-hidden>–</span>
      <span className="sr-only">none</span>
    </span>
  )
}

function TableSkeleton() {
  return (
    <Loading what="team performance" className="px-5 pt-4 pb-3">
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="flex h-[54px] items-center gap-3">
          <Skeleton className="size-8 rounded-full" />
          <Skeleton className="h-3 w-40" />
          <Skeleton className="ml-auto h-5 w-14" />
        </div>
      ))}
    </Loading>
  )
}
