const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const oneDecimal = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** '2,318'. */
export const formatCount = (count: number): string => whole.format(count)

/** '41.2'. */
export const formatDecimal = (value: number): string => oneDecimal.format(value)

/** '17.7%' of 17.7. */
export const formatRate = (percent: number): string => `${oneDecimal.format(percent)}%`

/** '1 tag', '2 tags'. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** '1st', '2nd', '11th'. */
export function ordinal(n: number): string {
  const teen = n % 100 >= 11 && n % 100 <= 13
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')
  return `${n}${ending}`
}
