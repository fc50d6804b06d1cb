import { Link, Navigate, useParams } from 'react-router-dom'
import { importLists, type ImportList } from '../features/imports/importFields.ts'
import { ImportPanel } from '../features/imports/ImportPanel.tsx'
import { useAbilities } from '../session/MeProvider.tsx'

/** Where each list is shown. */
const listLinks: Record<ImportList, { to: string; label: string }> = {
  properties: { to: '/properties', label: 'Properties' },
  leads: { to: '/leads', label: 'Leads' },
  users: { to: '/users', label: 'Users' },
  parcels: { to: '/map', label: 'Map Search' },
}

/** /import/:list, reached from the lists: imports a CSV file. */
export function ImportScreen() {
  const { list: name } = useParams()
  const { addUsers, importParcels } = useAbilities()
  const list = importLists.find((known) => known === name)
  if (!list || (list === 'users' && !addUsers) || (list === 'parcels' && !importParcels))
    return <Navigate to="/" replace />
  return (
    <>
      <title>{`Import ${list} · Porchlight`}</title>
      <nav aria-label="Breadcrumb" className="mb-1 text-small text-ink-2">
        <Link to={listLinks[list].to} className="link">
          {listLinks[list].label}
        </Link>{' '}
        › Import
      </nav>
      <h1 className="mb-4 text-title">Import {list}</h1>
      <ImportPanel key={list} list={list} />
    </>
  )
}
