const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const rates = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 4,
  maximumFractionDigits: 4,
})

/** '$1,232.27'. */
export const formatMoney = (amount: number): string => dollars.format(amount)

/** '$0.0125': a price per use, with four decimals. */
export const formatUnitPrice = (amount: number): string => rates.format(amount)
