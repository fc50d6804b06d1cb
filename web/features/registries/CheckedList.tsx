import { useQuery } from '@apollo/client/react'
import { RegistryEntriesDocument, type RegistryMatch } from '../../gql/graphql.ts'
import { formatCount, pluralize } from '../../lib/numbers.ts'
import { Note } from '../../ui/Note.tsx'
import type { RegistryJobResult } from './useRegistryImport.ts'

/** How many addresses of each kind are shown before the import. */
const SHOWN = 20

const labels: [RegistryMatch, string][] = [
  ['MATCHED', 'Marked'],
  ['UNSURE', 'Unsure'],
  ['NOT_FOUND', 'Not found'],
]

/** What a checked list would do, with the first addresses of each kind. */
export function CheckedList({ job: { id, registryCounts, registry } }: { job: RegistryJobResult }) {
  const { matched, unsure, notFound, ended } = registryCounts
  const counts: Partial<Record<RegistryMatch, number>> = { MATCHED: matched, UNSURE: unsure, NOT_FOUND: notFound }
  return (
    <section aria-label="What the list does" className="grid gap-3">
      <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
        {labels.map(([match, label]) => (
          <Count key={match} label={label} count={counts[match] ?? 0} />
        ))}
        <Count label="Ended" count={ended} />
      </dl>
      <p className="text-small text-ink-2">
        Unsure addresses are decided after the import. Those that are not found mark a property that is saved there
        later.
        {ended > 0 && ` ${pluralize(ended, 'door')} of the list before may be knocked again.`}
      </p>
      {registry && registry.ignored > 0 && (
        <Note hue="info">{pluralize(registry.ignored, 'line')} without an address will be left out.</Note>
      )}
      {labels.map(
        ([match, label]) =>
          (counts[match] ?? 0) > 0 && <FirstEntries key={match} id={id} match={match} label={label} />,
      )}
    </section>
  )
}

function Count({ label, count }: { label: string; count: number }) {
  return (
    <div className="rounded-button bg-sunken px-3 py-2">
      <dt className="text-small text-ink-2">{label}</dt>
      <dd className="text-section tabular-nums">{formatCount(count)}</dd>
    </div>
  )
}

function FirstEntries({ id, match, label }: { id: string; match: RegistryMatch; label: string }) {
  const { data } = useQuery(RegistryEntriesDocument, { variables: { registryId: id, match, first: SHOWN } })
  const entries = data?.registryEntries
  const more = (entries?.totalCount ?? 0) - SHOWN
  return (
    <details className="rounded-button border border-line">
      <summary className="cursor-pointer px-3 py-2.5 text-body font-semibold">{label}</summary>
      <ul className="px-3 pb-2">
        {entries?.edges.map(({ node }) => (
          <li key={node.row} className="border-t border-line py-1.5 text-small wrap-anywhere">
            {node.address}
            {node.propertyAddress && node.propertyAddress !== node.address && (
              <span className="text-ink-2"> is {node.propertyAddress}</span>
            )}
          </li>
        ))}
        {more > 0 && <li className="border-t border-line py-1.5 text-small text-ink-2">{formatCount(more)} more</li>}
      </ul>
    </details>
  )
}
