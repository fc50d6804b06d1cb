import { Link } from 'react-router-dom'
import { LeadDuplicatesDocument } from '../../../gql/graphql.ts'
import { useFreshQuery } from '../../../lib/freshQuery.ts'
import { pluralize } from '../../../lib/numbers.ts'
import { useAbilities } from '../../../session/person/MeProvider.tsx'
import { Note } from '../../../ui/Note.tsx'

/** Says that a lead may have duplicates, to those who can merge them. */
export function DuplicateNote({ id }: { id: string }) {
  const { mergeLeads } = useAbilities()
  const { data } = useFreshQuery(LeadDuplicatesDocument, { id }, !mergeLeads)
  const count = data?.leadDuplicates.length ?? 0
  if (count === 0) return null
  return (
    <div className="mt-4">
      <Note hue="warn">
        {pluralize(count, 'other lead')} for this house.{' '}
        <Link to="/leads/duplicates" className="font-semibold underline">
          Merge Duplicates
        </Link>
      </Note>
    </div>
  )
}
