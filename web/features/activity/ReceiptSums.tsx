import { useState } from 'react'
import { activityDisplay } from '../../domain/activityTypes.ts'
import { propertyTypeLabels, statusLabels } from '../../domain/labels.ts'
import type { ExplainQuery, Figure, FigureGrouping, LeadStatus, PropertyType } from '../../gql/graphql.ts'
import { formatCount } from '../../lib/numbers.ts'
import { formatExactly, reversedName } from './amounts.ts'
import { serviceNames } from './CostByService.tsx'

type Explained = ExplainQuery['explain']
type Section = Explained['receipt']['sections'][number]
type Line = Section['lines'][number]

/** A section shows so many lines at first. */
const FIRST_LINES = 6

const headings: Record<FigureGrouping, string> = {
  USER: 'By rep',
  SERVICE_TYPE: 'By type',
  STATUS: 'By status',
  TALK: 'By answer',
  EVENT_TYPE: 'By action',
  SERVICE: 'By service',
}

/** The metric by rep and by type, what was reversed, and the sum at the foot. */
export function ReceiptSums({ explained }: { explained: Explained }) {
  const { figure, total, receipt } = explained
  return (
    <>
      {receipt.sections.map((section) => (
        <Lines key={section.by} figure={figure} section={section} />
      ))}
      <dl className="border-t border-dashed border-line-2 pt-2">
        {receipt.reversed > 0 && (
          <>
            <Row name="Recorded" amount={formatExactly(figure, total + receipt.reversed)} />
            <Row name={reversedName(figure)} amount={formatExactly(figure, receipt.reversed)} isReversed />
          </>
        )}
        <Row name="Total" amount={formatExactly(figure, total)} isTotal />
      </dl>
    </>
  )
}

function Lines({ figure, section }: { figure: Figure; section: Section }) {
  const { by, lines, otherCount, otherAmount } = section
  const [showAll, setShowAll] = useState(false)
  if (lines.length === 0) return null
  const shown = showAll || lines.length <= FIRST_LINES + 1 ? lines : lines.slice(0, FIRST_LINES)
  const hidden = lines.slice(shown.length)
  return (
    <section aria-label={headings[by]} className="mb-3">
      <h3 className="text-micro font-[550] text-ink-2">{headings[by]}</h3>
      <dl>
        {shown.map((line) => (
          <Row key={line.key} name={nameOf(by, line)} amount={formatExactly(figure, line.amount)} />
        ))}
        {otherCount > 0 && hidden.length === 0 && (
          <Row name={`${formatCount(otherCount)} others`} amount={formatExactly(figure, otherAmount)} />
        )}
      </dl>
      {hidden.length > 0 && (
        <button type="button" onClick={() => setShowAll(true)} className="link text-small touch:min-h-11 print:hidden">
          {formatCount(hidden.length + otherCount)} more:{' '}
          {formatExactly(figure, hidden.reduce((sum, { amount }) => sum + amount, 0) + otherAmount)}
        </button>
      )}
    </section>
  )
}

interface RowProps {
  name: string
  amount: string
  isReversed?: boolean
  isTotal?: boolean
}

function Row({ name, amount, isReversed = false, isTotal = false }: RowProps) {
  return (
    <div className={`flex items-baseline justify-between gap-4 py-0.5 ${isTotal ? 'font-semibold' : ''}`}>
      <dt className={`min-w-0 wrap-anywhere ${isReversed ? 'text-ink-2' : ''}`}>{name}</dt>
      <dd className="figures">{isReversed ? <s className="text-ink-2">{amount}</s> : amount}</dd>
    </div>
  )
}

function nameOf(by: FigureGrouping, { key, user }: Line): string {
  if (key === null) return 'Assigned to nobody'
  switch (by) {
    case 'USER':
      return user?.fullName ?? 'Former user'
    case 'SERVICE_TYPE':
      return propertyTypeLabels[key.toUpperCase() as PropertyType]
    case 'STATUS':
      return statusLabels[key.toUpperCase() as LeadStatus]
    case 'TALK':
      return key === 'talk' ? 'Talked' : 'No talk'
    case 'EVENT_TYPE':
      return activityDisplay(key).label
    case 'SERVICE':
      return serviceNames[key.toUpperCase()] ?? key
  }
}
