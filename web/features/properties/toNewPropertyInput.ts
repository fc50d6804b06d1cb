import { unitOf } from '../../domain/units.ts'
import type { LocatePropertyMutation, NewPropertyInput } from '../../gql/graphql.ts'

export type PropertyDraft = NonNullable<LocatePropertyMutation['locateProperty']['draft']>

/**
 * The input that saves a draft unchanged, with the unit of its address, which its marker shows while it waits. The query selects exactly
 * its fields and the number of units; the cache adds the type name.
 */
export function toNewPropertyInput(draft: PropertyDraft & { __typename?: string }): NewPropertyInput {
  const { __typename: _, units: _units, ...input } = draft
  const unit = unitOf(input.address)
  return unit === null ? input : { ...input, unit }
}
