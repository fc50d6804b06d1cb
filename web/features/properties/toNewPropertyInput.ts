import type { LocatePropertyMutation, NewPropertyInput } from '../../gql/graphql.ts'

export type PropertyDraft = NonNullable<LocatePropertyMutation['locateProperty']['draft']>

/** The input that saves a draft unchanged. The query selects exactly its fields; the cache adds the type name. */
export function toNewPropertyInput(draft: PropertyDraft & { __typename?: string }): NewPropertyInput {
  const { __typename: _, ...input } = draft
  return input
}
