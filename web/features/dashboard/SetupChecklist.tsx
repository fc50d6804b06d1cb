import { useMutation } from '@apollo/client/react'
import { ChevronRight, Circle, CircleCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { type SetupProgressQuery, SetChecklistPutAwayDocument, SetupProgressDocument } from '../../gql/graphql.ts'
import { useFreshQuery } from '../../lib/freshQuery.ts'
import { formatCount } from '../../lib/numbers.ts'
import { toastReason } from '../../session/failureToasts.ts'
import { useMe } from '../../session/person/MeProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { classNames } from '../../ui/classNames.ts'
import { DAY_MS } from '../../lib/dates.ts'

/** Knocks of this long count, which is nearly the longest time that a leaderboard has. */
const KNOCKING_DAYS = 700

interface Step {
  title: string
  hint: string
  to: string
  isDone: boolean
  /** What does the step at once. */
  action?: ReactNode
  /** Shows the hint also when it is done. */
  isHintKept?: boolean
}

/**
 * How many parcels lie around the company's address, or who is asked instead. A company that knocks has what it needs, so that the list does
 * not come back to one that began before it had an address here.
 */
function parcelStep({ provider, address, parcels }: SetupProgressQuery['parcelsAround'], hasKnocked: boolean): Step {
  const hint = () => {
    if (provider !== 'embedded') return 'Looked up at a provider of parcels.'
    if (!address) return 'Say where the company is, to see the parcels around it.'
    if (!parcels) return "None around the company's address. Import the county's file."
    return `${formatCount(parcels)} within 3 miles of the company's address.`
  }
  const isKnown = provider !== 'embedded' || Boolean(parcels)
  return { title: 'Parcels', hint: hint(), to: '/parcels', isDone: isKnown || hasKnocked, isHintKept: isKnown }
}

/** The steps of a new company, each done by what is there. */
function stepsOf(
  { totals, parcelsAround, templates, users, leaderboard }: SetupProgressQuery,
  companyName: string,
  starters: ReactNode,
): Step[] {
  const hasKnocked = leaderboard.entries.some(({ doorsKnocked }) => doorsKnocked > 0)
  return [
    {
      title: 'Company and time zone',
      hint: 'Days and reports follow the time zone.',
      to: '/company-settings',
      isDone: companyName !== '',
    },
    parcelStep(parcelsAround, hasKnocked),
    {
      title: 'Houses and past visits',
      hint: 'Import them from SalesRabbit, SPOTIO or a list.',
      to: '/import/properties',
      isDone: totals.properties > 0,
    },
    {
      title: 'First template',
      hint: 'Letters are printed from it.',
      to: '/templates',
      isDone: templates.length > 0,
      action: starters,
    },
    { title: 'People', hint: 'Add the reps who knock.', to: '/users', isDone: users.totalCount > 1 },
    {
      title: 'First knock',
      hint: 'Tap a house on the map.',
      to: '/map',
      isDone: hasKnocked,
    },
  ]
}

/**
 * For an owner: what a new company has left to set up. Gone when everything is done, or after this person put it away on one of their devices. `starters` adds
 * the first templates.
 */
export function SetupChecklist({ starters }: { starters: ReactNode }) {
  const { tenant, checklistPutAway: isAway } = useMe()
  const [setPutAway, { loading }] = useMutation(SetChecklistPutAwayDocument)
  const [range] = useState(() => {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone: tenant?.timeZone ?? 'UTC' })
    return { from: format.format(Date.now() - KNOCKING_DAYS * DAY_MS), to: format.format(Date.now()) }
  })
  const { data } = useFreshQuery(SetupProgressDocument, range, isAway || !tenant)
  if (!data || !tenant || isAway) return null
  const steps = stepsOf(data, tenant.companyName, starters)
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
  const next = steps.find(({ isDone }) => !isDone)
  const putAway = () =>
    setPutAway({ variables: { putAway: true } }).catch((error: unknown) =>
      toastReason(error, 'Could not put the list away'),
    )
  return (
    <div className="mb-4">
      <Card
        title="Getting Started"
        aside={
          <span className="flex items-center gap-3">
            <span className="figures">
              {done} of {steps.length} done
            </span>
            <Button onClick={() => void putAway()} busy={loading}>
              Put Away
            </Button>
          </span>
        }
      >
        <ul className="mt-3 pb-1">
          {steps.map((step) => (
            <li
              key={step.title}
              className={classNames(
                'flex items-center border-t border-line max-md:flex-wrap',
                step === next && 'bg-accent-tint',
              )}
            >
              <Link
                to={step.to}
                className="grid min-h-12 min-w-0 flex-1 max-md:basis-full grid-cols-[auto_1fr_auto] items-center gap-3 px-5 py-2 -outline-offset-2 hover:bg-hover max-md:px-4"
              >
                {step.isDone ? (
                  <CircleCheck aria-label="Done:" size={20} className="text-good" />
                ) : (
                  <Circle aria-label="To do:" size={20} className="text-ink-3" />
                )}
                <span className="min-w-0">
                  <span className={classNames('block text-body', step.isDone ? 'text-ink-2' : 'font-semibold')}>
                    {step.title}
                  </span>
                  {(!step.isDone || step.isHintKept) && (
                    <span className="block text-small text-ink-2">{step.hint}</span>
                  )}
                </span>
                {(step.isDone || !step.action) && <ChevronRight aria-hidden size={16} className="text-ink-3" />}
              </Link>
              {!step.isDone && step.action && <span className="pr-5 max-md:pb-3 max-md:pl-12">{step.action}</span>}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}
