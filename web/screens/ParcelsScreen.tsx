import { ColumnTable } from '../features/imports/ColumnTable.tsx'
import { datasetNameOf, guessMapping } from '../features/imports/importFields.ts'
import { CompanyParcels } from '../features/parcelImports/CompanyParcels.tsx'
import type { ColumnMatching } from '../features/parcelImports/OpenParcelImport.tsx'
import { useMe } from '../session/person/MeProvider.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

const matching: ColumnMatching = {
  guess: (columns) => guessMapping('parcels', columns),
  render: ({ columns, rows }, mapping, onChange) => (
    <ColumnTable
      list="parcels"
      head={{
        headings: columns,
        rows: rows.map((cells, row) => ({ row, cells })),
        ...{ sheets: null, sheet: null, encoding: null, sampleLine: null },
      }}
      mapping={mapping}
      onChange={onChange}
    />
  ),
}

/** /parcels: the parcels around a company, and the county's files that its owner imports; linked from the checklist of a new company. */
export function ParcelsScreen() {
  const { tenant } = useMe()
  return (
    <>
      <PageHeader title="Parcels for Your Area" parent={{ to: '/', label: 'Dashboard' }} />
      {tenant ? (
        <CompanyParcels key={tenant.id} tenantId={tenant.id} matching={matching} nameOf={datasetNameOf} />
      ) : (
        <EmptyState title="No tenant chosen" hint="Choose a tenant to see its parcels." />
      )}
    </>
  )
}
