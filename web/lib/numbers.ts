const integerFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const decimalFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** '2,318'. */
export const formatCount = (count: number): string => integerFormat.format(count)

/** '41.2'. */
export const formatDecimal = (value: number): string => decimalFormat.format(value)

/** '17.7%' for 17.7. */
export const formatRate = (percent: number): string => `${decimalFormat.format(percent)}%`

/** '1 tag', '2 tags'. */
export const pluralize = (count: number, singular: string, plural = `${singular}s`): string =>
  `${formatCount(count)} ${count === 1 ? singular : plural}`

/** '1st', '2nd', '11th'. */
export function formatOrdinal(n: number): string {
  const isTeen = n % 100 >= 11 && n % 100 <= 13
  const suffix = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')
  return `${n}${suffix}`
}
