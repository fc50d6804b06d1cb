import { humanize } from '../../domain/activityTypes.ts'
import { fieldWords } from '../../domain/fieldLabels.ts'
import { outcomeLabels, priorityLabels, propertyTypeLabels, statusLabels } from '../../domain/labels.ts'
import { flagLabels } from '../../domain/knockFlags.ts'
import { roleLabels } from '../../domain/roles.ts'

/** The event fields that are shown, in this order. Ids are left out, because they mean nothing to a reader. */
const shownFacts = [
  'role',
  'scope',
  'from',
  'to',
  'reason',
  'limitReached',
  'outcome',
  'flags',
  'tag',
  'status',
  'priority',
  'fields',
  'count',
  'format',
  'sheet',
  'list',
]

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
}

/** The same without the names of facts whose values say what they are: 'Interested', 'New → Contacted', 'High Priority', 'leads', '26 created'. */
export function briefFacts(data: unknown): string[] {
  const facts = activityFacts(data)
  const valueOf = (name: string) => facts.find((fact) => fact.startsWith(`${name}: `))?.slice(name.length + 2)
  const [from, to] = [valueOf('from'), valueOf('to')]
  return facts.flatMap((fact) => {
    const [name, value] = fact.split(': ')
    if (from && to && name === 'from') return [`${from} → ${to}`]
    if (from && to && name === 'to') return []
    if (value === priorityLabels.NORMAL) return []
    if (importCounts.includes(name!)) return [`${value} ${name}`]
    return ['outcome', 'flags', 'tag', 'status', 'priority', 'fields', 'list'].includes(name!) ? [value!] : [fact]
  })
}

/** Formats event data as 'role: Sales Rep', 'from: New', 'to: Contacted'. */
export function activityFacts(data: unknown): string[] {
  const facts = (data ?? {}) as Record<string, unknown>
  const counts = importCounts.filter((name) => typeof facts[name] === 'number' && facts[name] > 0)
  return [...shownFacts, ...counts].flatMap((name) => {
    const fact = facts[name]
    const words = Array.isArray(fact) ? joinWords(name, fact) : (labelOf(name, fact) ?? formatFact(fact))
    return words ? [`${humanize(name).toLowerCase()}: ${words}`] : []
  })
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
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string' || value === '' || uuid.test(value)) return null
  return value.replaceAll('_', ' ')
}
