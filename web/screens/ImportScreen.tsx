import { Navigate, useParams } from 'react-router-dom'
import { importLists } from '../features/imports/importFields.ts'
import { ImportOutcome } from '../features/imports/ImportOutcome.tsx'
import { NewImport } from '../features/imports/NewImport.tsx'
import { useAbilities } from '../session/person/MeProvider.tsx'

/** /import/:list, reached from the lists: chooses a file and checks it. /import/:list/:jobId shows an import. */
export function ImportScreen() {
  const { list: name, jobId } = useParams()
  const { addUsers, importParcels } = useAbilities()
  const list = importLists.find((known) => known === name)
  if (!list || (list === 'users' && !addUsers) || (list === 'parcels' && !importParcels))
    return <Navigate to="/" replace />
  return jobId ? <ImportOutcome key={jobId} list={list} jobId={jobId} /> : <NewImport key={list} list={list} />
}
