import { Upload } from 'lucide-react'
import { useAbilities } from '../../session/MeProvider.tsx'
import { useMockData } from '../../session/mockData.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import type { ImportList } from './importFields.ts'

/** Leads to the import of a list. Rendered for users who may import it, and not with mock data. */
export function ImportButton({ list }: { list: ImportList }) {
  const { importData, addUsers } = useAbilities()
  const isMockData = useMockData()
  if (!importData || isMockData || (list === 'users' && !addUsers)) return null
  return (
    <ButtonLink to={`/import/${list}`}>
      <Upload aria-hidden size={16} />
      Import
    </ButtonLink>
  )
}
