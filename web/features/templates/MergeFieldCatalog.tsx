import { useQuery } from '@apollo/client/react'
import { useId } from 'react'
import { LeadTemplateFieldsDocument } from '../../gql/graphql.ts'
import { LoadingRows } from '../../ui/Skeleton.tsx'

/** The merge fields of templates with examples. */
export function MergeFieldCatalog() {
  const { data } = useQuery(LeadTemplateFieldsDocument)
  const titleId = useId()
  const fields = data?.leadTemplateFields
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="text-small font-[550]">
        Merge Fields
      </h3>
      <p className="mt-0.5 mb-2 text-small text-ink-2">
        Type these fields into the document. Each letter contains its own values.
      </p>
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keyboard too
        tabIndex={0}
        role="region"
        aria-labelledby={titleId}
        className="max-h-52 overflow-y-auto rounded-button border border-line"
      >
        {fields ? (
          <table className="w-full text-small">
            <thead className="sr-only">
              <tr>
                <th scope="col">Field</th>
                <th scope="col">What it is</th>
                <th scope="col">Example</th>
              </tr>
            </thead>
            <tbody>
              {fields.map(({ name, label, example }) => (
                <tr key={name} className="border-b border-line last:border-0">
                  <th scope="row" className="px-3 py-1.5 text-left font-semibold whitespace-nowrap">{`{${name}}`}</th>
                  <td className="px-2 py-1.5">{label}</td>
                  <td className="px-3 py-1.5 text-ink-2 max-md:hidden">{example}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <LoadingRows label="merge fields" rows={3} rowClass="" className="space-y-3 p-3" />
        )}
      </div>
    </section>
  )
}
