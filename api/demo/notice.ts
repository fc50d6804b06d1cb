/** What the first page of the console tells a newcomer. */
export function demoNotice(): string {
  return ''
}
