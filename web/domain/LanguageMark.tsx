import { useFragment } from '@apollo/client/react'
import { EditedTextsFragmentDoc } from '../gql/graphql.ts'
import { languageName } from './labels.ts'

/** The language of a household as a small mark: 'ES'. Renders nothing if it is unknown. */
export function LanguageMark({ code }: { code: string | null | undefined }) {
  if (!code) return null
  return (
    <span
      role="img"
      aria-label={`Language: ${languageName(code)}`}
      title={languageName(code)}
      className="mr-1.5 inline-flex h-5 items-center rounded-badge bg-info-tint px-1.5 align-[1px] text-badge font-semibold text-info uppercase"
    >
      {code}
    </span>
  )
}

/** The language mark of a saved property whose details are in the cache, such as the next door. */
export function SavedLanguageMark({ propertyId }: { propertyId: string | null }) {
  const from = propertyId === null ? null : { __typename: 'Property' as const, id: propertyId }
  const { data } = useFragment({ fragment: EditedTextsFragmentDoc, from })
  return <LanguageMark code={data?.language} />
}
