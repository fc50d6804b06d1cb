import type { DoNotKnockKind } from '../../gql/graphql.ts'

/** The kinds that a person sets; the marks of a city's list come with the list. */
export const kindOptions: { value: DoNotKnockKind; label: string }[] = [
  { value: 'ASKED', label: 'They asked' },
  { value: 'FIRM', label: "The company's rule" },
]

export const kindLabels: Record<DoNotKnockKind, string> = {
  ASKED: 'They asked',
  REGISTRY: "A city's list",
  FIRM: "The company's rule",
}
