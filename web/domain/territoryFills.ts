import type { StageColor } from '../gql/graphql.ts'

/** The fills of the hues of territories, which are the same on the map and in lists, in both themes. */
export const territoryFills: Record<StageColor, string> = {
  GOOD: '#187f42',
  WARN: '#d9ab00',
  BAD: '#cf2449',
  INFO: '#2566d8',
  PLUM: '#8a49ba',
  TEAL: '#107c76',
  ORANGE: '#b9520a',
  SLATE: '#56636f',
}
