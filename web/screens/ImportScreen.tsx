import { Link, Navigate, useParams } from 'react-router-dom'
import { importLists, type ImportList } from '../features/imports/importFields.ts'
import { ImportPanel } from '../features/imports/ImportPanel.tsx'
import { useAbilities } from '../session/MeProvider.tsx'

const listTitles: Record<ImportList, string> = { properties: 'Properties', leads: 'Leads', users: 'Users' }

/** /import/:list, reached from the lists: imports a CSV file. */
export function ImportScreen() {
  const { list: name } = useParams()
  const { addUsers } = useAbilities()
  const list = importLists.find((known) => known === name)
  if (!list || (list === 'users' && !addUsers)) return <Navigate to="/" replace />
  return (
    <>
      <title>{`Import ${list} · Porchlight`}</title>
      <nav aria-label="Breadcrumb" className="mb-1 text-small text-ink-2">
        <Link to={`/${list}`} className="link">
          {listTitles[list]}
        </Link>{' '}
        › Import
      </nav>
      <h1 className="mb-4 text-title">Import {list}</h1>
      <ImportPanel key={list} list={list} />
    </>
  )
}
