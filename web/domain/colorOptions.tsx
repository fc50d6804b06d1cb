import type { StageColor } from '../gql/graphql.ts'
import { classNames } from '../ui/classNames.ts'
import { fillClasses, type Hue } from '../ui/hues.ts'

const labels: Record<StageColor, string> = {
  INFO: 'Blue',
  PLUM: 'Purple',
  TEAL: 'Teal',
  GOOD: 'Green',
  WARN: 'Yellow',
  ORANGE: 'Orange',
  BAD: 'Red',
  SLATE: 'Slate',
}

/** The colors that a company gives its stages and outcomes. */
export const colorOptions = Object.entries(labels).map(([value, label]) => ({
  value: value as StageColor,
  label,
  icon: <span aria-hidden className={classNames('size-3 rounded-full', fillClasses[value.toLowerCase() as Hue])} />,
}))
