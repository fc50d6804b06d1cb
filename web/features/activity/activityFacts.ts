import type { ActivityRowFragment } from '../../gql/graphql.ts'
import { formatCount, pluralize } from '../../lib/numbers.ts'
import { humanize } from '../../domain/activityTypes.ts'
import { fieldWords } from '../../domain/fieldLabels.ts'
import { outcomeLabels, priorityLabels, propertyTypeLabels, statusLabels } from '../../domain/labels.ts'
import { flagLabels } from '../../domain/knockFlags.ts'
import { roleLabels } from '../../domain/roles.ts'

/** A fact of an event: its name in the data, the name that people read, and its value in words. */
interface ActivityFact {
  name: string
  label: string
  value: string
}

/** What the facts of an event depend on. */
type FactSource = Pick<ActivityRowFragment, 'type' | 'data'>

/** The facts that are shown, in this order, and what they are called. Ids are left out, because they mean nothing to a reader. */
const factLabels: Record<string, string> = {
  name: 'Name',
  change: 'Change',
  role: 'Role',
  scope: 'Access',
  from: 'Before',
  to: 'After',
  reason: 'Reason',
  limitReached: 'Too many attempts',
  outcome: 'Outcome',
  flags: 'Warning',
  tag: 'Type',
  status: 'Status',
  priority: 'Priority',
  fields: 'Changed',
  count: 'Printed',
  format: 'Format',
  sheet: 'Sheet',
  list: 'List',
}

/** The facts whose values say what they are, so that a line of facts has no name for them. */
const selfExplaining = new Set([
  'name',
  'change',
  'role',
  'scope',
  'limitReached',
  'outcome',
  'flags',
  'tag',
  'status',
  'priority',
  'fields',
  'count',
  'format',
  'list',
])

/** The numbers of an import and of its undo. They are shown unless they are 0. */
const importCounts = ['created', 'updated', 'skipped', 'unsure', 'failed', 'removed', 'restored', 'kept']

/** The values that the screens name, by the fact that has them. */
const labelsByFact: Record<string, Record<string, string>> = {
  outcome: outcomeLabels,
  flags: flagLabels('the city'),
  tag: propertyTypeLabels,
  status: statusLabels,
  priority: priorityLabels,
  from: { ...statusLabels, ...roleLabels },
  to: { ...statusLabels, ...roleLabels },
  role: roleLabels,
  scope: { FULL: 'Full access', READ: 'Read only' },
  format: { DOCX: 'DOCX', HTML: 'HTML', PDF: 'PDF' },
}

/** Why an event happened, where it is one of a few codes. Reasons of other events are what somebody wrote. */
const reasonLabels: Record<string, Record<string, string>> = {
  SignInRefused: {
    ARCHIVED: 'Company archived',
    BLOCKED: 'Account blocked',
    CODE: 'Wrong code',
    DEMO: 'Demo account',
    PENDING: 'Account not approved',
    WRONG: 'Wrong email or password',
  },
  WebhookChanged: {
    FAILING: 'Kept failing',
    GONE: 'Address gone',
    KEY_ENDED: 'API key ended',
    MANAGER: 'Paused by a manager',
  },
}

/** The facts in one line, with names only where the values need them: 'Interested', 'New → Contacted', 'Reason: Wrong code', '26 created'. */
export function briefFacts(event: FactSource): string[] {
  const facts = activityFacts(event)
  const valueOf = (wanted: string) => facts.find(({ name }) => name === wanted)?.value
  const [from, to] = [valueOf('from'), valueOf('to')]
  return facts.flatMap(({ name, label, value }) => {
    if (from && to && name === 'from') return [`${from} → ${to}`]
    if (from && to && name === 'to') return []
    if (value === priorityLabels.NORMAL) return []
    if (name === 'limitReached') return [label]
    if (importCounts.includes(name)) return [`${value} ${name}`]
    return [selfExplaining.has(name) ? value : `${label}: ${value}`]
  })
}

/** The facts of an event that mean something to a reader. */
export function activityFacts({ type, data }: FactSource): ActivityFact[] {
  const facts = (data ?? {}) as Record<string, unknown>
  const counts = importCounts.filter((name) => typeof facts[name] === 'number' && facts[name] > 0)
  return [...Object.keys(factLabels), ...counts].flatMap((name) => {
    const value = wordsOf(type, name, facts[name])
    return value ? [{ name, label: factLabels[name] ?? humanize(name), value }] : []
  })
}

function wordsOf(type: string, name: string, fact: unknown): string | null {
  if (Array.isArray(fact)) return joinWords(name, fact)
  if (name === 'reason' && typeof fact === 'string') return reasonLabels[type]?.[fact.toUpperCase()] ?? fact
  if (name === 'count' && typeof fact === 'number')
    return pluralize(fact, type === 'LabelsPrinted' ? 'label' : 'document')
  return labelOf(name, fact) ?? formatFact(fact)
}

const joinWords = (name: string, values: unknown[]) =>
  name === 'fields'
    ? values.map(String).map(fieldWords).join(', ')
    : values
        .map((value) => labelOf(name, value) ?? formatFact(value))
        .filter(Boolean)
        .join(', ')

const labelOf = (name: string, fact: unknown): string | undefined =>
  typeof fact === 'string' ? labelsByFact[name]?.[fact.toUpperCase()] : undefined

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

function formatFact(value: unknown): string | null {
  if (value === true) return 'yes'
  if (typeof value === 'number') return formatCount(value)
  if (typeof value !== 'string' || value === '' || uuid.test(value)) return null
  return value.replaceAll('_', ' ')
}
