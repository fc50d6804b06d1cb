import type { ActivityRowFragment } from '../../gql/graphql.ts'

/** The label of what an event is about, or the address of its deleted property; null if neither is known. */
export const placeOf = ({ record, deletedAddress }: ActivityRowFragment): string | null =>
  record?.label ?? deletedAddress

/** The event without its neighborhood if its place is known, which says more. */
export const withoutKnownPlace = (event: ActivityRowFragment): ActivityRowFragment =>
  placeOf(event) === null ? event : { ...event, data: { ...(event.data as object), neighborhood: null } }
